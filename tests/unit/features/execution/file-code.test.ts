import { describe, expect, it } from 'vitest';
import { withFile } from '#features/execution/file-code.ts';

describe('shell code over a file', () => {
  it('is given the names in the syntax of the shell of this machine', () => {
    expect(withFile('shell', 'wc -c <<<"$FILE_CONTENT"', 'Git Bash')).toMatch(/^FILE_CONTENT="\$\(cat /);
    for (const shell of ['PowerShell', 'Windows PowerShell']) {
      expect(withFile('shell', '$FILE_CONTENT.Length', shell)).toBe(
        '$FILE_PATH=$env:FILE_PATH;$FILE_CONTENT=[IO.File]::ReadAllText($FILE_PATH);$FILE_CONTENT.Length',
      );
      expect(withFile('shell', 'Get-Item $FILE_PATH', shell)).toBe(
        '$FILE_PATH=$env:FILE_PATH;Get-Item $FILE_PATH',
      );
      expect(withFile('shell', 'Get-Date', shell)).toBe('Get-Date');
    }
    expect(withFile('shell', 'find /c /v "" %FILE_PATH%', 'cmd')).toBe('find /c /v "" %FILE_PATH%');
  });
});
