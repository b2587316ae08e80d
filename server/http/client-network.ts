import { isIP } from 'node:net';

/** One address for limits: of IPv6 the 56 bits that a carrier assigns to one household or phone. */
export function clientNetwork(address = ''): string {
  const plain = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(plain) !== 6) return plain;
  const [left = [], right = []] = plain
    .split('::')
    .map((half) => half.split(':').map((group) => Number.parseInt(group || '0', 16)));
  const zeros = Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0);
  const [a = 0, b = 0, c = 0, d = 0] = [...left, ...zeros, ...right];
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}
