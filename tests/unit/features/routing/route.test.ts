import { describe, expect, it } from 'vitest';
import { pageDetour } from '#features/routing/detour.ts';
import { shellDetour as detourOf } from '#features/routing/route.ts';
import { TRIGGER_RULES } from '#features/routing/trigger-rules.ts';

const PAGE = 'https://docs.python.org/3/';
/** As a client asks us: only about commands that one of the rules fits, a rule without stars standing for the command. */
function shellDetour(code: string) {
  const isAsked = TRIGGER_RULES.some((rule) =>
    rule.startsWith('*') ? code.includes(rule.slice(1, -1)) : /(?:^|[\s;&|(])ant(?:\s|$)/.test(code),
  );
  return isAsked ? detourOf(code) : undefined;
}

const page = { tool: 'ctx_fetch_and_index', args: { url: PAGE } };

describe('a page that would be printed', () => {
  it.each([
    `curl ${PAGE}`,
    `curl -fsSL "${PAGE}"`,
    `true && curl -s ${PAGE}`,
    `curl -s ${PAGE} 2>/dev/null`,
    `curl -s ${PAGE} 2>&1`,
    `timeout 20 curl -sL ${PAGE}`,
    `env A=1 nice -n 5 curl ${PAGE}`,
    `bash -c 'curl -s ${PAGE}'`,
    `if true; then curl -s ${PAGE}; fi`,
    `for i in 1 2; do curl -s ${PAGE}; done`,
    `(cd /tmp && curl -s ${PAGE})`,
    `wget -qO- ${PAGE}`,
    `wget -q -O - ${PAGE}`,
    `curl --url ${PAGE}`,
    `curl -m 5 -A agent --retry 3 ${PAGE}`,
    `/usr/bin/curl ${PAGE}`,
    `cat x | curl -s ${PAGE}`,
  ])('%s', (code) => expect(shellDetour(code)).toMatchObject(page));

  it('a host without a scheme', () => {
    expect(shellDetour('curl docs.python.org/3/')).toMatchObject({ args: { url: PAGE } });
  });
});

describe('never sent another way', () => {
  it.each([
    // what reaches a file, a filter, a variable
    `curl -fsSL ${PAGE} -o page.html`,
    `curl -O ${PAGE}x.tgz`,
    `curl -s ${PAGE} > page.html`,
    `curl -s ${PAGE} &> page.html`,
    `{ curl -s ${PAGE}; } > page.html`,
    `wget ${PAGE}`,
    `wget -q ${PAGE} -O page.html`,
    `curl -s ${PAGE} | jq .`,
    `curl -s ${PAGE} | head -5`,
    `page=$(curl -s ${PAGE})`,
    `echo "$(curl -s ${PAGE})" | wc -c`,
    `diff <(curl -s ${PAGE}) a.html`,
    // requests that act, or need what we do not send
    `curl -X POST ${PAGE}`,
    `curl -XDELETE ${PAGE}`,
    `curl -d a=1 ${PAGE}`,
    `curl --json '{}' ${PAGE}`,
    `curl -F f=@x ${PAGE}`,
    `curl -T x ${PAGE}`,
    `curl -I ${PAGE}`,
    `curl -sI ${PAGE}`,
    `curl -H 'Authorization: x' ${PAGE}`,
    `curl -u a:b ${PAGE}`,
    `wget -qO- --post-data=a ${PAGE}`,
    `curl --version`,
    // hosts that are near, or not known yet
    'curl http://localhost:3000/health',
    'curl -s http://127.0.0.1/',
    'curl -s http://[::1]/',
    'curl http://2130706433/',
    'curl http://10.0.0.5/x',
    'curl http://printer.local/',
    'curl https://e.invalid/big.json',
    'curl "$URL"',
    'curl https://$HOST/x',
    `curl ${PAGE} ${PAGE}`,
    'curl https://a:b@docs.python.org/',
    'curl ftp://docs.python.org/x',
    // a word that is no command
    'type curl; hash wget',
    'which curl',
    'command -v curl',
    `grep -rn "fetch(" src | head -5`,
    `gh pr comment 4 --body "please run curl ${PAGE} again"`,
    `gh issue create --body 'curl ${PAGE}'`,
    `git commit -m "curl ${PAGE}"`,
    `cat <<'DOC'\ncurl ${PAGE}\nDOC`,
    `echo "it's a curl guide" ; echo 'say "wget"'`,
    `echo curl ${PAGE}`,
    `# curl ${PAGE}`,
    `f() { curl ${PAGE}; }`,
    // what cannot be read
    `curl ${PAGE} "`,
    '',
    'x'.repeat(20_000),
  ])('%s', (code) => expect(shellDetour(code)).toBeUndefined());
});

describe('code on a command line', () => {
  it.each([
    [`node -e "fetch('${PAGE}').then(r => r.text()).then(console.log)"`, 'javascript'],
    [`python3 -c "import requests; print(requests.get('${PAGE}').text)"`, 'python'],
    [`python -c 'from urllib.request import urlopen as u; print(u("x")); urlopen("${PAGE}")'`, 'python'],
  ])('%s', (code, language) =>
    expect(shellDetour(code)).toMatchObject({ tool: 'ctx_execute', args: { language } }),
  );

  it.each([
    `node -e "fetch('${PAGE}', { method: 'POST', body: 'x' })"`,
    `python3 -c "import requests; requests.post('${PAGE}')"`,
    `node -e "fetch('http://localhost:3000')"`,
    `node -e "console.log('${PAGE}')"`,
    'node --version',
    `node script.js fetch ${PAGE}`,
  ])('not: %s', (code) => expect(shellDetour(code)).toBeUndefined());
});

describe('build tools that tell every step', () => {
  it.each([
    ...['./gradlew build', 'mvn -B test', 'cd app && sbt compile', 'ant', 'ant dist', 'bazelisk build //...'],
    ...['xcodebuild -scheme App', 'msbuild App.sln', 'bash -c "mvn install"', './mvnw verify'],
  ])('%s', (code) => {
    expect(shellDetour(code)).toMatchObject({ tool: 'ctx_execute', args: { language: 'shell', code } });
  });

  it.each([
    'mvn -q test',
    './gradlew --quiet build',
    'mvn test | tail -20',
    'mvn test > log',
    'gradle --version',
    'cargo test 2>&1 | tail -20',
    'npm test',
  ])('not: %s', (code) => expect(shellDetour(code)).toBeUndefined());
});

it('the tool that fetches pages: public ones only', () => {
  expect(pageDetour(PAGE)).toMatchObject(page);
  expect(pageDetour('http://localhost:3000/')).toBeUndefined();
});
