import { isIP } from 'node:net';

/** Bits of an IPv6 address that a provider gives to one household or phone. */
const IPV6_PREFIX_BITS = 56;
const GROUP_BITS = 16;

/** What counts as one address for limits: IPv4 whole, IPv6 its /56, an IPv4 inside IPv6 as itself. */
export function clientNetwork(address: string | undefined): string {
  const plain = (address ?? '').replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.split('::');
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const all = [
    ...left,
    ...Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0),
    ...right,
  ];
  const fullGroups = Math.floor(IPV6_PREFIX_BITS / GROUP_BITS);
  const rest = IPV6_PREFIX_BITS % GROUP_BITS;
  const network = all.slice(0, fullGroups + 1);
  network[fullGroups] = (network[fullGroups] ?? 0) & (0xffff << (GROUP_BITS - rest));
  return `${network.map((group) => group.toString(16)).join(':')}::/${IPV6_PREFIX_BITS}`;
}

function groups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
