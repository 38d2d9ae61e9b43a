import ipaddr from 'ipaddr.js';

/** What an address leads to, as far as fetching is concerned. `reserved` is whatever is neither public nor one's own. */
export type AddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'reserved' | 'metadata';

/** Services of clouds that hand out credentials of the machine; all of 169.254.0.0/16 counts as such too. */
const METADATA = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd00:ec2::253',
  'fd20:ce::254',
]);

const BY_RANGE: Readonly<Record<string, AddressKind>> = {
  unicast: 'public',
  loopback: 'loopback',
  unspecified: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
};

/** Two groups of an IPv6 address as the IPv4 address that they hold. */
const v4 = (high = 0, low = 0): string => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;

/**
 * IPv4 addresses inside an IPv6 one, to which some router or the system sends what is meant for it: mapped, compatible,
 * translated (RFC 6052, 6145), 6to4, Teredo (server and, inverted, client), ISATAP.
 */
function embedded(address: ipaddr.IPv6): readonly string[] {
  const p = address.parts;
  const last = v4(p[6], p[7]);
  if (p.slice(0, 5).every((part) => part === 0) && (p[5] === 0xffff || p[5] === 0)) return [last];
  if (p.slice(0, 4).every((part) => part === 0) && p[4] === 0xffff && p[5] === 0) return [last];
  if (p[0] === 0x64 && p[1] === 0xff9b) return [last];
  if (p[0] === 0x2002) return [v4(p[1], p[2])];
  if (p[0] === 0x2001 && p[1] === 0)
    return [v4(p[2], p[3]), v4(~(p[6] ?? 0) & 0xffff, ~(p[7] ?? 0) & 0xffff)];
  return ((p[4] ?? 0) & 0xfdff) === 0 && p[5] === 0x5efe ? [last] : [];
}

/** Ranges in which the embedded address decides alone, when it is public. */
const TRANSPARENT = new Set(['ipv4Mapped', 'rfc6145', '6to4', 'teredo', 'unicast']);

function kindOfV6(address: ipaddr.IPv6): AddressKind {
  const range = address.range();
  if (METADATA.has(address.toString())) return 'metadata';
  if (range === 'loopback' || range === 'unspecified') return 'loopback';
  const inner = embedded(address).map(addressKind);
  const worst = inner.find((kind) => kind === 'metadata') ?? inner.find((kind) => kind !== 'public');
  if (worst !== undefined) return worst;
  // Addresses that merely hold an IPv4 one have no place on the wire; the local prefix of RFC 8215 is one's own network.
  const isCompatible = address.parts.slice(0, 6).every((part) => part === 0);
  if (isCompatible) return 'reserved';
  if (range === 'rfc6052') return address.parts[2] === 0 ? 'public' : 'private';
  if (inner.length > 0 && TRANSPARENT.has(range)) return 'public';
  return BY_RANGE[range] ?? 'reserved';
}

/**
 * The kind of an address in the usual notation, without brackets; a zone (`%eth0`) is ignored. `reserved` for a text that
 * is none.
 */
export function addressKind(text: string): AddressKind {
  const bare = text.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return 'reserved';
  const address = ipaddr.parse(bare);
  if (address instanceof ipaddr.IPv6) return kindOfV6(address);
  const plain = address.toString();
  if (METADATA.has(plain)) return 'metadata';
  const kind = BY_RANGE[address.range()] ?? 'reserved';
  // Nothing but metadata services and machines without an address live there.
  if (kind === 'link-local') return 'metadata';
  // All of 0.0.0.0/8 reaches this machine on some systems.
  return kind;
}
