import { expect, test } from 'vitest';
import { explainError } from '../../../server/connection-errors.ts';

test.each([
  ['ENOTFOUND', 'dns', 'no such host name', 'correct the host name'],
  ['EAI_AGAIN', 'dns', 'the name server does not respond', '/etc/resolv.conf'],
  ['ETIMEDOUT', 'tcp', 'no response', 'firewall'],
  ['UND_ERR_CONNECT_TIMEOUT', 'tcp', 'no response', 'firewall'],
  ['EHOSTUNREACH', 'tcp', 'no route to this host', 'firewall'],
  ['ENETUNREACH', 'tcp', 'no route to this network', 'firewall'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls', 'does not know', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls', 'does not know', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', 'without those between', 'send the chain'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'is for other names', 'use the host name'],
  ['CERT_HAS_EXPIRED', 'tls', 'has expired', 'has to renew'],
  ['CERT_NOT_YET_VALID', 'tls', 'is not valid yet', "this machine's clock"],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'this port does not speak TLS', 'write http://'],
  ['EPROTO', 'tls', 'this port does not speak TLS', 'write http://'],
  ['EPIPE', 'tcp', 'the connection ends (EPIPE)', 'firewall'],
])('the error %s of a connection has its step, meaning and remedy', (code, id, what, remedy) => {
  const contains = (text: string) => expect.stringContaining(text) as string;
  expect(explainError(code)).toEqual({ id, what: contains(what), remedy: contains(remedy) });
});
