/** What an error code of the system, OpenSSL or undici means. */
type Meaning = { id: 'dns' | 'tcp' | 'tls'; what: string; remedy: string };

const FIREWALL =
  'check host and port, and whether a firewall or proxy stands between (HTTPS_PROXY): `curl -v` to the address';
const PRIVATE_CA =
  'get the certificate of the authority from the operator of that server, and start with NODE_EXTRA_CA_CERTS=/path/ca.pem (also for the doctor), never with NODE_TLS_REJECT_UNAUTHORIZED';
const RENEW = 'the operator of that server has to renew its certificate';

const dns = (what: string, remedy: string): Meaning => ({ id: 'dns', what, remedy });
const tcp = (what: string, remedy: string): Meaning => ({ id: 'tcp', what, remedy });
const tls = (what: string, remedy: string): Meaning => ({ id: 'tls', what, remedy });

const UNKNOWN_AUTHORITY = tls(
  'its certificate comes from an authority that this machine does not know',
  PRIVATE_CA,
);

const MEANINGS: Readonly<Record<string, Meaning>> = {
  ENOTFOUND: dns('no such host name', 'correct the host name'),
  EAI_AGAIN: dns(
    'the name server does not respond',
    "check this machine's network and /etc/resolv.conf",
  ),
  ECONNREFUSED: tcp(
    'nothing listens at this host and port',
    'check host and port; if they are right, the server is down',
  ),
  ETIMEDOUT: tcp('no response', FIREWALL),
  UND_ERR_CONNECT_TIMEOUT: tcp('no response', FIREWALL),
  EHOSTUNREACH: tcp('no route to this host', FIREWALL),
  ENETUNREACH: tcp('no route to this network', FIREWALL),
  // A proxy responds to CONNECT with 403, 407, 502 and so on.
  UND_ERR_ABORTED: tcp(
    'rejects a tunnel to the provider',
    'it needs name and password in its address, or has to allow the host and port of PROVIDER_URL',
  ),
  DEPTH_ZERO_SELF_SIGNED_CERT: tls('its certificate is self-signed', PRIVATE_CA),
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: tls(
    'its certificate comes from an unknown authority, or without those between',
    `the operator of that server may have to send the chain; otherwise ${PRIVATE_CA}`,
  ),
  ERR_TLS_CERT_ALTNAME_INVALID: tls(
    'its certificate is for other names',
    'use the host name that the certificate has',
  ),
  CERT_HAS_EXPIRED: tls('its certificate has expired', RENEW),
  CERT_NOT_YET_VALID: tls(
    'its certificate is not valid yet',
    `check this machine's clock; otherwise ${RENEW}`,
  ),
};

const NO_TLS = tls(
  'this port does not speak TLS',
  'write http:// if it is on this machine or network, or the port of its TLS (443)',
);

/** Whether nothing was sent: no connection was made. @param code of an error */
export function isConnectError(code: string): boolean {
  return knownMeaning(code) !== undefined;
}

function knownMeaning(code: string): Meaning | undefined {
  const isProtocol = code === 'EPROTO' || code.startsWith('ERR_SSL_');
  return isProtocol ? NO_TLS : MEANINGS[code];
}

/** @param code of an error */
export function explainError(code: string): Meaning {
  return (
    knownMeaning(code) ??
    tcp(`the connection ends (${code})`, `write https:// if this port speaks TLS; else ${FIREWALL}`)
  );
}
