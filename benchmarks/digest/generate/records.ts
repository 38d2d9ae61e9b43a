import { inspect } from 'node:util';
import { createRandom } from '../../search-quality/generate/random.ts';
import { type Fact, fact, type Output } from '../corpus-case.ts';

const NAMES = 'ledger refund cart order invoice parcel quote tariff depot coupon supplier voucher'.split(' ');
const WHOLE = { depth: 9, maxArrayLength: null };

interface Order {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly total: number;
  readonly tags: readonly string[];
  readonly customer: { readonly id: number; readonly country: string };
  readonly note?: string;
}

/** Orders, all alike but four. */
function orders(seed: number, count: number): readonly Order[] {
  const random = createRandom(seed);
  const at = (share: number): number => Math.floor(count * share);
  return Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    name: `${random.pick(NAMES)} ${random.pick(NAMES)}`,
    status: i === at(0.3) ? 'refused' : 'paid',
    total: i === at(0.55) ? -4711.5 : random.below(9_000) / 100,
    tags: ['a', 'b'],
    customer: { id: random.below(999), country: i === at(0.72) ? 'ZZ' : 'DE' },
    ...(i === at(0.9) ? { note: 'manual override' } : {}),
  }));
}

const ODD: readonly Fact[] = ['refused', '-4711.5', 'ZZ', 'manual override'].map(fact);

const python = ({ id, name, status, total, customer }: Order): string =>
  `{'id': ${id}, 'name': '${name}', 'status': '${status}', 'total': ${total}, 'country': '${customer.country}', 'paid': ${status === 'paid' ? 'True' : 'None'}}`;

const yaml = ({ id, name, status, total, customer, note }: Order): string =>
  `- id: ${id}\n  name: ${name}\n  status: ${status}\n  total: ${total}\n  customer:\n    id: ${customer.id}\n    country: ${customer.country}\n${note === undefined ? '' : `  note: ${note}\n`}`;

function compose(seed: number, count: number): string {
  const random = createRandom(seed);
  const service = (at: number): string =>
    `  ${random.pick(NAMES)}-${at}:\n    image: registry.example.com/shop/${at === 61 ? 'legacy:latest' : `app:1.${at % 3}`}\n    restart: unless-stopped\n    environment:\n      NODE_ENV: production\n      PORT: "${3000 + at}"\n${at === 33 ? '    privileged: true\n' : ''}    ports:\n      - "${3000 + at}:80"\n    deploy:\n      replicas: 2\n`;
  return `name: shop\nservices:\n${Array.from({ length: count }, (_, at) => service(at)).join('')}networks:\n  default:\n    driver: bridge\n`;
}

function openApi(seed: number, count: number): string {
  const random = createRandom(seed);
  const path = (at: number): string =>
    `  /api/${random.pick(NAMES)}/${at}:\n    get:\n      operationId: get${at}\n${at === 77 ? '      deprecated: true\n' : ''}      responses:\n        '200':\n          description: OK\n        '404':\n          description: Not found\n`;
  return `openapi: 3.0.3\ninfo:\n  title: Shop\n  version: 1.4.2\npaths:\n${Array.from({ length: count }, (_, at) => path(at)).join('')}components:\n  schemas:\n    Row:\n      type: object\n`;
}

const output = (id: string, held: boolean, text: string, facts: readonly Fact[]): Output => ({
  id,
  kind: 'records',
  exit: 0,
  held,
  facts,
  text,
});

/** Objects as programs print them, and YAML, each with a few values that no other record has. */
export const recordOutputs = (): readonly Output[] => [
  output('inspect-list', false, `${inspect(orders(811, 300), WHOLE)}\n`, ODD),
  output(
    'inspect-lines',
    true,
    `${orders(812, 400)
      .map((order) => inspect(order))
      .join('\n')}\n`,
    ODD,
  ),
  output(
    'inspect-map',
    true,
    `${inspect(new Map(orders(813, 250).map((order) => [`order-${order.id}`, order])), WHOLE)}\n`,
    ODD,
  ),
  output(
    'inspect-nested',
    false,
    `${inspect({ page: 1, rows: orders(814, 350), failure: new TypeError('bad row') }, WHOLE)}\n`,
    [...ODD, fact('TypeError: bad row')],
  ),
  output('python-list', false, `[${orders(815, 300).map(python).join(',\n ')}]\n`, ODD.slice(0, 3)),
  output('python-lines', true, `${orders(816, 500).map(python).join('\n')}\n`, [
    ...ODD.slice(0, 3),
    fact('None'),
  ]),
  output('yaml-list', false, orders(817, 300).map(yaml).join(''), ODD),
  output(
    'yaml-compose',
    false,
    compose(818, 90),
    ['legacy:latest', 'privileged: true', 'driver: bridge'].map(fact),
  ),
  output('yaml-openapi', true, openApi(819, 140), ['title: Shop', 'deprecated: true', 'schemas:'].map(fact)),
];
