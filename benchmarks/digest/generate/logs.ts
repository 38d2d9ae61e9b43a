import { createRandom, type Random } from '../../search-quality/generate/random.ts';
import { errorFact, fact, type Output } from '../corpus-case.ts';

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (second: number): string =>
  `${two(8 + Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
const linesOf = (count: number, line: (at: number) => string): string =>
  `${Array.from({ length: count }, (_, at) => line(at)).join('\n')}\n`;

const PATHS = [
  '/',
  '/cart',
  '/api/orders',
  '/api/orders/17',
  '/assets/app.js',
  '/assets/app.css',
  '/login',
  '/search?q=lamp',
];

function accessLine(random: Random, at: number, request: string, status: number): string {
  return `10.0.${random.below(4)}.${random.below(250)} - - [12/Mar/2026:${clock(at)} +0000] "${request} HTTP/1.1" ${status} ${200 + random.below(9000)} "-" "Mozilla/5.0 (X11; Linux x86_64)"`;
}

function accessLog(seed: number, lines: number, bad: ReadonlyMap<number, readonly [string, number]>): string {
  const random = createRandom(seed);
  return linesOf(lines, (at) => {
    const [request, status] = bad.get(at) ?? [
      `GET ${random.pick(PATHS)}`,
      random.below(12) === 0 ? 304 : 200,
    ];
    return accessLine(random, at, request, status);
  });
}

const LEVELS = ['INFO', 'INFO', 'INFO', 'DEBUG'];
const DOINGS = [
  'accepted order',
  'priced cart',
  'sent mail for order',
  'stored invoice',
  'polled queue for shard',
];

/** A service log in which `inserts` stand at their lines. */
function serviceLog(seed: number, lines: number, inserts: ReadonlyMap<number, string>): string {
  const random = createRandom(seed);
  return linesOf(lines, (at) => {
    const stamp = `2026-03-12T${clock(at)}.${100 + random.below(900)}Z`;
    const usual = `${random.pick(LEVELS)} [worker-${random.below(8)}] shop.orders: ${random.pick(DOINGS)} ${1000 + random.below(90_000)} in ${random.below(80)} ms`;
    return (inserts.get(at) ?? `${stamp} ${usual}`).replaceAll('STAMP', stamp);
  });
}

const CSHARP = `STAMP ERROR [worker-3] Shop.Orders: request failed
System.InvalidOperationException: order 4711 has no payer
   at Shop.Orders.PayerLookup.Find(Order order) in /src/Shop/Orders/PayerLookup.cs:line 83
   at Shop.Orders.Checkout.Run(Order order) in /src/Shop/Orders/Checkout.cs:line 41
   at Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor.Execute(Object controller)
   at Microsoft.AspNetCore.Mvc.Infrastructure.ControllerActionInvoker.InvokeAsync()
 ---> System.TimeoutException: payer service took longer than 2500 ms`;

const JAVA = `STAMP ERROR [worker-5] shop.orders: could not settle order 88123
java.lang.IllegalStateException: ledger is locked by batch 77
\tat shop.ledger.Lock.acquire(Lock.java:58)
\tat shop.ledger.Settle.run(Settle.java:112)
${Array.from({ length: 30 }, (_, i) => `\tat org.frame.web.Filter${i}.doFilter(Filter${i}.java:${20 + i})`).join('\n')}
Caused by: java.sql.SQLTimeoutException: statement 12 cancelled after 30000 ms
\tat org.db.Driver.run(Driver.java:911)
\t... 31 more`;

function kubectl(seed: number, lines: number, bad: ReadonlyMap<number, string>): string {
  const random = createRandom(seed);
  const head = 'NAMESPACE   NAME                                READY   STATUS             RESTARTS   AGE\n';
  return (
    head +
    linesOf(
      lines,
      (at) =>
        bad.get(at) ??
        `shop        orders-${random.hex(8)}-${random.hex(5)}              1/1     Running            ${random.below(2)}          ${1 + random.below(40)}d`,
    )
  );
}

function dockerBuild(seed: number, steps: number): string {
  const random = createRandom(seed);
  const body = linesOf(steps, (at) => {
    const step = 5 + Math.floor(at / 60);
    return random.below(3) === 0
      ? `#${step} ${at / 10} Get:${at} http://deb.example.org bookworm/main amd64 lib${random.hex(6)} amd64 1.${at} [${random.below(900)} kB]`
      : `#${step} ${at / 10} Unpacking lib${random.hex(6)} (1.${at}) ...`;
  });
  return `#0 building with "default" instance using docker driver\n${body}#44 [build 7/9] RUN npm run build\n#44 3.112 src/checkout.ts(88,14): error TS2551: Property 'totl' does not exist on type 'Cart'.\n#44 ERROR: process "/bin/sh -c npm run build" did not complete successfully: exit code: 2\n------\n > [build 7/9] RUN npm run build:\n3.112 src/checkout.ts(88,14): error TS2551: Property 'totl' does not exist on type 'Cart'.\n------\nDockerfile:31\n--------------------\n  30 |     COPY . .\n  31 | >>> RUN npm run build\n  32 |     RUN npm prune --omit=dev\n--------------------\nERROR: failed to solve: process "/bin/sh -c npm run build" did not complete successfully: exit code: 2\n`;
}

function terraform(seed: number, resources: number): string {
  const random = createRandom(seed);
  const body = Array.from({ length: resources }, (_, at) => {
    const name = `node_${at}`;
    if (at === 37)
      return `  # aws_db_instance.ledger must be replaced\n-/+ resource "aws_db_instance" "ledger" {\n      ~ engine_version = "15.4" -> "16.2" # forces replacement\n      ~ id             = "db-${random.hex(8)}" -> (known after apply)\n    }\n`;
    return `  # aws_instance.${name} will be created\n  + resource "aws_instance" "${name}" {\n      + ami           = "ami-${random.hex(8)}"\n      + instance_type = "t3.${random.pick(['small', 'large'])}"\n      + id            = (known after apply)\n      + tags          = {\n          + "area" = "a${random.below(9)}"\n        }\n    }\n`;
  });
  return `Terraform will perform the following actions:\n\n${body.join('\n')}\nPlan: ${resources} to add, 0 to change, 1 to destroy.\n`;
}

function curlDialogue(seed: number, calls: number): string {
  const random = createRandom(seed);
  return Array.from({ length: calls }, (_, at) => {
    const isBad = at === 61;
    return `* Connected to shop.example (10.0.0.7) port 443 (#${at})\n> GET /api/orders/${at} HTTP/1.1\n> Host: shop.example\n> Accept: */*\n> \n< HTTP/1.1 ${isBad ? '503 Service Unavailable' : '200 OK'}\n< content-type: application/json\n< x-request-id: ${random.hex(16)}\n< \n${isBad ? '{"error":"pool of ledger is drained","retry_after":30}' : `{"id":${at},"state":"paid","total":${random.below(9000)}}`}\n* Connection #${at} to host shop.example left intact\n`;
  }).join('');
}

const bad500 = new Map<number, readonly [string, number]>([
  [211, ['POST /api/pay/77', 502]],
  [640, ['GET /api/ledger/4711', 500]],
]);
const base = { exit: 0, held: false } as const;

/** Logs and dialogues from seeds. */
export const logOutputs = (): readonly Output[] => [
  {
    ...base,
    id: 'access-log',
    kind: 'logs',
    text: accessLog(1, 1500, bad500),
    facts: [errorFact('POST /api/pay/77 HTTP/1.1" 502'), errorFact('GET /api/ledger/4711 HTTP/1.1" 500')],
  },
  {
    ...base,
    held: true,
    id: 'access-log-large',
    kind: 'logs',
    text: accessLog(
      2,
      12_000,
      new Map([
        [9111, ['DELETE /api/orders/4711', 500]],
        [2222, ['POST /api/refund', 504]],
      ]),
    ),
    facts: [errorFact('DELETE /api/orders/4711 HTTP/1.1" 500'), errorFact('POST /api/refund HTTP/1.1" 504')],
  },
  {
    ...base,
    id: 'service-log-csharp',
    kind: 'logs',
    text: serviceLog(
      3,
      1200,
      new Map([
        [700, CSHARP],
        [900, 'STAMP WARN [worker-1] shop.orders: queue holds 9120 entries'],
      ]),
    ),
    facts: [
      ...[
        'System.InvalidOperationException: order 4711 has no payer',
        'PayerLookup.cs:line 83',
        'System.TimeoutException: payer service took longer than 2500 ms',
      ].map(errorFact),
      fact('queue holds 9120 entries'),
    ],
  },
  {
    ...base,
    held: true,
    id: 'service-log-java',
    kind: 'logs',
    text: serviceLog(4, 6000, new Map([[4100, JAVA]])),
    facts: [
      'could not settle order 88123',
      'java.lang.IllegalStateException: ledger is locked by batch 77',
      'Lock.java:58',
      'Caused by: java.sql.SQLTimeoutException: statement 12 cancelled',
    ].map(errorFact),
  },
  {
    ...base,
    id: 'service-log-large',
    kind: 'logs',
    text: serviceLog(
      5,
      40_000,
      new Map([
        [23_000, 'STAMP FATAL [main] shop.store: disk /var/data is full, 0 bytes left'],
        [11_000, 'STAMP ERROR [worker-2] shop.mail: smtp relay refused mail 9917'],
      ]),
    ),
    facts: ['disk /var/data is full, 0 bytes left', 'smtp relay refused mail 9917'].map(errorFact),
  },
  {
    ...base,
    id: 'kubectl-pods',
    kind: 'tables',
    text: kubectl(
      6,
      220,
      new Map([
        [31, 'shop        ledger-7c9f6d5b4-x2x9p              0/1     CrashLoopBackOff   214        3d'],
        [177, 'shop        mailer-5d8c7b9f6-q8k2z              0/1     ImagePullBackOff   0          2h'],
      ]),
    ),
    facts: ['ledger-7c9f6d5b4-x2x9p', 'mailer-5d8c7b9f6-q8k2z'].map(errorFact),
  },
  {
    ...base,
    held: true,
    id: 'kubectl-pods-more',
    kind: 'tables',
    text: kubectl(
      7,
      700,
      new Map([
        [411, 'pay         broker-66f9-aaaaa                   0/2     OOMKilled          7          1h'],
        [12, 'pay         broker-66f9-bbbbb                   0/2     Pending            0          1h'],
      ]),
    ),
    facts: ['broker-66f9-aaaaa', 'broker-66f9-bbbbb'].map(errorFact),
  },
  {
    ...base,
    exit: 1,
    id: 'docker-build',
    kind: 'builds',
    text: dockerBuild(8, 900),
    facts: [
      "src/checkout.ts(88,14): error TS2551: Property 'totl' does not exist",
      'ERROR: failed to solve',
      'Dockerfile:31',
    ].map(errorFact),
  },
  {
    ...base,
    held: true,
    id: 'terraform-plan',
    kind: 'builds',
    text: terraform(9, 90),
    facts: ['aws_db_instance.ledger must be replaced', 'Plan: 90 to add, 0 to change, 1 to destroy.'].map(
      fact,
    ),
  },
  {
    ...base,
    id: 'curl-dialogue',
    kind: 'http',
    text: curlDialogue(10, 120),
    facts: ['503 Service Unavailable', 'pool of ledger is drained'].map(errorFact),
  },
  {
    ...base,
    id: 'showcase-access-log',
    kind: 'showcase',
    intent: 'requests of /api/ledger that failed with status 500',
    text: accessLog(11, 365, new Map([[200, ['GET /api/ledger/4711', 500]]])),
    facts: [errorFact('GET /api/ledger/4711 HTTP/1.1" 500')],
  },
];
