import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '#features/memory/words/spoken-secrets.ts';

const SECRET = 'Zx81-kQ7!vw';

describe('an argument that is a secret', () => {
  it.each([
    'curl -u bob:VALUE https://x',
    "curl -sS -u 'bob:VALUE' https://x",
    'curl -ubob:VALUE https://x',
    'curl --user=bob:VALUE https://x',
    'curl https://x --user "bob:VALUE"',
    'curl --proxy-user a:VALUE x',
    'curl --oauth2-bearer VALUE https://x',
    'http -a bob:VALUE :8000/x',
    'wget --http-password VALUE https://x',
    'wget --password=VALUE https://x',
    'mysql -u root -pVALUE db',
    'mysqldump --password VALUE db',
    "sshpass -p 'VALUE' ssh host",
    'docker login -u bob -p VALUE registry',
    'docker login --password VALUE',
    'az login --service-principal -u app -p VALUE',
    'deploy --token VALUE',
    'x --api-key VALUE && y',
    'x --secret "VALUE"',
    'x --db-password=VALUE',
    'htpasswd -b file bob VALUE',
    'htpasswd -cb file bob VALUE',
    'echo VALUE | sudo -S ls',
    'redis-cli -h x -a VALUE ping',
    'openssl enc -aes-256-cbc -pass pass:VALUE',
    'openssl enc -k VALUE',
    '7z x -pVALUE a.7z',
    'zip -P VALUE a.zip a',
    'unzip -P VALUE a.zip',
    'ldapsearch -D x -w VALUE',
    'mongosh -u a -p VALUE',
    'aws configure set aws_secret_access_key VALUE',
    'npm config set //r/:_authToken VALUE',
    'gh secret set NAME --body VALUE',
    'kubectl create secret generic s --from-literal=password=VALUE',
    'cd x && curl -s -u "bob:VALUE" https://x | jq .',
  ])('is not remembered: %s', (command) => {
    const text = withoutSecrets(command.replaceAll('VALUE', SECRET));
    expect(text).not.toContain(SECRET);
    expect(text).toContain('[redacted:');
    // Which command it was can still be read.
    expect(text.split(' ')[0]).toBe(command.split(' ')[0]);
  });

  it.each([
    'curl -u "$USER:$PASSWORD" https://x',
    'docker run -u 1000:1000 -p 8080:80 image',
    'mkdir -p src/new && cp -a one two',
    'ssh -p 2222 host',
    'git push -u origin main',
    'npm config set registry https://registry.example',
    'gh auth login --with-token < token.txt',
    'x --token-file token.txt --password-stdin',
    'x --password $PASSWORD --token "$(cat t)"',
    'x --auth basic --secret my-secret-name',
    'zip -r a.zip folder',
    'openssl req -key file.pem -out x',
    'pass the token to the function',
    'mysql -u root db',
    'echo done | sudo tee file',
  ])('is no other argument: %s', (command) => {
    expect(withoutSecrets(command)).toBe(command);
  });

  it.each(['password="hunter2-Zx81Kq!"', 'MY_TOKEN=abcd1234efgh5678', 'x --password hunter2-Zx81Kq!'])(
    'is marked once: %s',
    (text) => expect(withoutSecrets(text)).toMatch(/^[^[]*\[redacted:[\w-]+:[\da-f]{8}\]"?$/),
  );

  it('takes no time to speak of in a long text', () => {
    const text = `${'mysql openssl curl zip docker login '.repeat(20_000)}\n${'--token '.repeat(20_000)}`;
    const startMs = performance.now();
    withoutSecrets(text);
    expect(performance.now() - startMs).toBeLessThan(3_000);
  });
});
