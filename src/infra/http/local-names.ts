import { type AddressKind, addressKind } from './address-kind.ts';

/** Names by which clouds call their metadata service. */
const METADATA =
  /^(?:metadata|metadata\.google\.internal|metadata\.goog|metadata\.azure\.internal|metadata\.tencentyun\.com|instance-data(?:\.ec2\.internal)?|rancher-metadata)$/;
const LOOPBACK = /^(?:.+\.)?localhost$|^localhost\.localdomain$|^ip6-(?:localhost|loopback)$/;
/** Names that only a network of one's own knows. */
const LOCAL =
  /^[^.]+$|\.(?:local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|svc|consul)$/;
/** Public domains whose every name leads to the loopback. */
const TO_LOOPBACK = /(?:^|\.)(?:localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|fuf\.me|yoogle\.com)$/;

/** An IPv4 address in a name, with dots or dashes, or as eight hexadecimal digits: services answer with what a name spells. */
const SPELLED = /(?<!\d)(\d{1,3})([.-])(\d{1,3})\2(\d{1,3})\2(\d{1,3})(?!\d)/g;
const SPELLED_HEX = /(?<![0-9a-z])([0-9a-f]{8})(?=\.)/g;

function spelledKinds(host: string): readonly AddressKind[] {
  const plain = [...host.matchAll(SPELLED)].map(([, a, , b, c, d]) => [a, b, c, d].map(Number));
  const hex = [...host.matchAll(SPELLED_HEX)].map(([, text = '']) => [...Buffer.from(text, 'hex')]);
  return [...plain, ...hex]
    .filter((bytes) => bytes.every((byte) => byte <= 255))
    .map((bytes) => addressKind(bytes.join('.')));
}

/** What a name says of itself, before anybody looks it up; undefined: nothing. */
export function kindOfName(host: string): 'metadata' | 'loopback' | undefined {
  if (METADATA.test(host)) return 'metadata';
  return LOOPBACK.test(host) ? 'loopback' : undefined;
}

/**
 * Where a name leads by what it spells, for whoever cannot see the answer of the look-up: a proxy makes it. Undefined: it may
 * be public.
 */
export function likelyKind(host: string): 'metadata' | 'loopback' | 'private' | undefined {
  if (LOCAL.test(host)) return 'private';
  if (TO_LOOPBACK.test(host)) return 'loopback';
  const kinds = spelledKinds(host);
  if (kinds.includes('metadata')) return 'metadata';
  if (kinds.includes('loopback')) return 'loopback';
  return kinds.some((kind) => kind !== 'public') ? 'private' : undefined;
}
