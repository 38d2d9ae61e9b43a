// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is code of other languages
import { describe, expect, it } from 'vitest';
import { judgeCode } from '#features/policy/judge-code.ts';
import { PLACE, policyOf, type RuleTexts } from './policies.ts';

const judge = (language: string, code: string, rules: RuleTexts = {}) =>
  judgeCode(language, code, policyOf(rules), PLACE, {
    platform: 'linux',
    isConfined: rules.sandboxed === true,
  });

describe('a rule about the interpreter is about the language', () => {
  it.each([
    ['javascript', 'Bash(node *)'],
    ['javascript', 'Bash(node:*)'],
    ['javascript', 'Bash(bun *)'],
    ['javascript', 'Bash(node -e *)'],
    ['javascript', 'Bash(node)'],
    ['typescript', 'Bash(npx tsx *)'],
    ['typescript', 'Bash(tsx *)'],
    ['typescript', 'Bash(npx *)'],
    ['typescript', 'Bash(node *)'],
    ['python', 'Bash(python *)'],
    ['python', 'Bash(python3 *)'],
    ['python', 'Bash(python*)'],
    ['ruby', 'Bash(ruby *)'],
    ['perl', 'Bash(perl *)'],
    ['php', 'Bash(php *)'],
    ['r', 'Bash(Rscript *)'],
    ['elixir', 'Bash(elixir *)'],
    ['go', 'Bash(go *)'],
    ['go', 'Bash(go run *)'],
    ['rust', 'Bash(rustc *)'],
    ['csharp', 'Bash(dotnet *)'],
    ['python', 'Bash'],
  ])('%s by %s', (language, rule) => {
    const allow = ['Bash(*)'];
    expect(judge(language, '1', { deny: [rule], allow }).verdict).toBe('deny');
    expect(judge(language, '1', { ask: [rule], allow }).verdict).toBe('ask');
    expect(judge(language, '1', { allow }).verdict).toBe('allow');
  });

  it.each([
    ['javascript', 'Bash(npx *)'],
    ['python', 'Bash(pip *)'],
    ['python', 'Bash(* rm *)'],
  ])('%s not by %s', (language, rule) => {
    expect(judge(language, 'x = " rm y"', { deny: [rule] }).verdict).toBe('ask');
  });

  it.each([
    ['javascript', 'Bash(node *)', 'allow'],
    ['javascript', 'Bash(node -e *)', 'allow'],
    ['javascript', 'Bash(node x.js)', 'ask'],
    ['javascript', 'Bash(* --check)', 'ask'],
    ['typescript', 'Bash(npx tsx *)', 'allow'],
    ['python', 'Bash(python3 *)', 'allow'],
    ['go', 'Bash(go build *)', 'ask'],
    ['go', 'Bash(go run *)', 'allow'],
    ['cobol', 'Bash(cobol *)', 'ask'],
  ])('%s with allow %s: %s', (language, rule, expected) => {
    expect(judge(language, 'x // --check', { allow: [rule] }).verdict).toBe(expected);
  });

  it('modes and the sandbox hold for it as for a command', () => {
    expect(judge('python', '1').verdict).toBe('ask');
    expect(judge('python', '1')).toMatchObject({ isUnmatched: true });
    expect(judge('python', '1', { mode: 'bypassPermissions' }).verdict).toBe('allow');
    expect(judge('python', '1', { mode: 'dontAsk' }).verdict).toBe('deny');
    expect(judge('python', '1', { sandboxed: true, ask: ['Bash'] })).toMatchObject({
      verdict: 'allow',
      isSandboxed: true,
    });
    expect(judge('python', '1', { sandboxed: true, ask: ['Bash'], mode: 'plan' }).verdict).toBe('ask');
    expect(judge('python', '1', { sandboxed: true, deny: ['Bash(python *)'] }).verdict).toBe('deny');
  });
});

describe('calls that start a program', () => {
  it.each([
    ['python', 'import os; os.system("rm x")'],
    ['python', "import subprocess\nsubprocess.run(['rm', '-rf', name])"],
    ['python', 'subprocess.check_output("ls; rm x", shell=True)'],
    ['python', 'os.system(f"rm {x}")'],
    ['python', 'os.execvp("rm", ["rm", "x"])'],
    ['python', 'os.system("""\nrm x\n""")'],
    ['python', 'subprocess.run(["sh", "-c", "rm x"])'],
    ['python', 'os.system("\\x72m x")'],
    ['javascript', 'require("child_process").execSync("rm x")'],
    ['javascript', "require('node:child_process').exec('rm x')"],
    ['javascript', 'import { spawn } from "node:child_process"; spawn("rm", ["x"])'],
    ['javascript', 'await $`rm x`'],
    ['typescript', 'execFileSync("rm", ["-f", `x`])'],
    ['typescript', 'Bun.spawn(["rm", "x"])'],
    ['ruby', 'system("rm x")'],
    ['ruby', 'system "rm", "x"'],
    ['ruby', 'puts `rm x`'],
    ['ruby', '%x(rm x)'],
    ['perl', 'system("rm x");'],
    ['perl', 'my $a = qx{rm x};'],
    ['php', '<?php shell_exec("rm x");'],
    ['php', '<?php echo `rm x`;'],
    ['go', 'exec.Command("rm", "x").Run()'],
    ['go', 'exec.CommandContext(ctx, "rm", "x")'],
    ['rust', 'Command::new("rm").arg("x").spawn()'],
    ['csharp', 'Process.Start("rm", "x");'],
    ['r', 'system("rm x")'],
    ['elixir', 'System.cmd("rm", ["x"])'],
  ])('%s: %s is denied as the command is', (language, code) => {
    const allow = ['Bash(*)'];
    expect(judge(language, code, { allow, deny: ['Bash(rm *)'] })).toMatchObject({
      verdict: 'deny',
      rule: { text: 'Bash(rm *)' },
    });
    expect(judge(language, code, { allow, ask: ['Bash(rm *)'] }).verdict).toBe('ask');
    expect(judge(language, code, { allow }).verdict).toBe('allow');
    expect(judge(language, code).verdict).toBe('ask');
  });

  it.each([
    ['python', 'print("rm -rf /")'],
    ['python', '# os.system("rm x")\nprint("os.system(\'rm y\')")'],
    ['python', '"""\nos.system("rm x")\n"""'],
    ['javascript', '/rm/.exec("rm x")'],
    ['javascript', '// execSync("rm x")\n/* spawn("rm") */ console.log("exec(\'rm x\')")'],
    ['ruby', '# system("rm x")'],
    ['go', '// exec.Command("rm")\nfmt.Println("rm x")'],
  ])('%s: %s is only text', (language, code) => {
    expect(judge(language, code, { allow: ['Bash(*)'], deny: ['Bash(rm *)'] }).verdict).toBe('allow');
  });

  it('files that rules keep closed stay closed to them, and removals of everything ask', () => {
    const allow = ['Bash(python3 *)'];
    expect(judge('python', 'os.system("cat .env")', { allow, deny: ['Read(.env)'] }).verdict).toBe('deny');
    expect(judge('python', 'os.system("rm -rf ~")', { allow }).verdict).toBe('ask');
    expect(judge('python', 'os.system("rm -rf ~")', { mode: 'dontAsk', allow }).verdict).toBe('deny');
  });
});

it('a first line that names an interpreter counts for shell code, too', () => {
  const script = '#!/usr/bin/env -S python3 -u\necho hi';
  expect(judge('shell', script, { deny: ['Bash(python *)'] }).verdict).toBe('deny');
  expect(judge('shell', script).verdict).toBe('allow');
  expect(judge('shell', '#!/bin/bash\nrm x', { deny: ['Bash(rm *)'] }).verdict).toBe('deny');
});
