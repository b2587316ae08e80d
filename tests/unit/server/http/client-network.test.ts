import { expect, test } from 'vitest';
import { clientNetwork } from '../../../../server/http/client-network.ts';

test('an IPv4 address counts completely, an IPv6 address by its first 56 bits', () => {
  const cases: [string | undefined, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['2001:db8:1:200:ffff:ffff:ffff:ffff', '2001:db8:1:200::/56'],
    ['2001:db8::1', '2001:db8:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['::FFFF:203.113.113.77', '203.113.113.77'],
    ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
    ['1::ffff:192.0.2.1', '1:0:0:0::/56'],
    ['1::2:3ff:4:5:6:7', '1:0:2:300::/56'],
    ['::ffff:192.0.2.1x', '::ffff:192.0.2.1x'],
    [undefined, ''],
  ];
  for (const [address, network] of cases)
    expect([address, clientNetwork(address)]).toEqual([address, network]);
});
