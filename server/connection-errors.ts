/** Of error codes of the system, OpenSSL and undici. */
type Meaning = { id: 'dns' | 'tcp' | 'tls'; what: string; remedy: string };

const FIREWALL =
  'check host and port, and whether a firewall or proxy stands between (HTTPS_PROXY): `curl -v` to the address';
const PRIVATE_CA =
  'get the certificate of the authority from the operator of that server, and start with NODE_EXTRA_CA_CERTS=/path/ca.pem (also for the doctor)';
const RENEW = 'the operator of that server has to renew its certificate';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  ENOTFOUND: { id: 'dns', what: 'no such host name', remedy: 'correct the host name' },
  EAI_AGAIN: {
    id: 'dns',
    what: 'the name server does not respond',
    remedy: "check this machine's network and /etc/resolv.conf",
  },
  ECONNREFUSED: {
    id: 'tcp',
    what: 'nothing listens at this host and port',
    remedy: 'check host and port; if they are right, the server is down',
  },
  ETIMEDOUT: { id: 'tcp', what: 'no response', remedy: FIREWALL },
  UND_ERR_CONNECT_TIMEOUT: { id: 'tcp', what: 'no response', remedy: FIREWALL },
  EHOSTUNREACH: { id: 'tcp', what: 'no route to this host', remedy: FIREWALL },
  ENETUNREACH: { id: 'tcp', what: 'no route to this network', remedy: FIREWALL },
  // A proxy responds to CONNECT with 403, 407, 502 and so on.
  UND_ERR_ABORTED: {
    id: 'tcp',
    what: 'rejects a tunnel to the provider',
    remedy:
      'it needs name and password in its address, or has to allow the host and port of PROVIDER_URL',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    id: 'tls',
    what: 'its certificate is self-signed',
    remedy: PRIVATE_CA,
  },
  SELF_SIGNED_CERT_IN_CHAIN: {
    id: 'tls',
    what: 'its certificate comes from an authority that this machine does not know',
    remedy: PRIVATE_CA,
  },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    id: 'tls',
    what: 'the authority of its certificate is not known here',
    remedy: PRIVATE_CA,
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    id: 'tls',
    what: 'its certificate comes from an unknown authority, or without those between',
    remedy: `the operator of that server may have to send the chain; otherwise ${PRIVATE_CA}`,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    id: 'tls',
    what: 'its certificate is for other names',
    remedy: 'use the host name that the certificate has',
  },
  CERT_HAS_EXPIRED: { id: 'tls', what: 'its certificate has expired', remedy: RENEW },
  CERT_NOT_YET_VALID: {
    id: 'tls',
    what: 'its certificate is not valid yet',
    remedy: `check this machine's clock; otherwise ${RENEW}`,
  },
};

const NO_TLS: Meaning = {
  id: 'tls',
  what: 'this port does not speak TLS',
  remedy: 'write http:// if it is on this machine or network, or the port of its TLS (443)',
};

/** @param code of an error */
export function meaningOf(code: string): Meaning {
  const isProtocol = code === 'EPROTO' || code.startsWith('ERR_SSL_');
  const known = isProtocol ? NO_TLS : MEANINGS[code];
  return known ?? { id: 'tcp', what: `the connection ends (${code})`, remedy: FIREWALL };
}
