import { errorCode } from '../system-errors.ts';

/** The data have a format that this program does not know; nothing was changed. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError';

  /** @param setting where the data are: DATABASE_URL or DATA_DIR. */
  constructor(setting: string, { found, known }: { found: number; known: number }) {
    super(
      `${setting} holds data of a newer release (format ${found}, this program knows ${known}): ` +
        'run that release again, or restore a backup from before the update; nothing was changed',
    );
  }
}

/** The database of DATABASE_URL cannot be used, or may not be used as our own. The message has the remedy. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

const UNKNOWN_CA =
  'its CA is not known: name it by NODE_EXTRA_CA_CERTS, or write sslmode=no-verify';

/** Remedies by SQLSTATE (PostgreSQL's appendix A) or the system's name of an error. */
const REMEDIES: Readonly<Record<string, string>> = {
  '28P01': 'it does not accept the user name or password: check DATABASE_URL',
  '28000': 'it does not let this user in: check DATABASE_URL and pg_hba.conf',
  '3D000': 'it has no database of this name: create it, or check DATABASE_URL',
  '42501':
    'the user lacks rights: GRANT CREATE ON DATABASE … TO the user of DATABASE_URL, which must own an existing gis_site: REASSIGN OWNED',
  '25006': 'it is read-only, perhaps a standby: check DATABASE_URL',
  '53100': 'its disk is full: free space',
  '53300': 'it takes no more connections: raise max_connections',
  '55P03': 'another program holds a table, perhaps pg_dump: wait until it ends',
  '57014': 'a statement took too long: find what holds it in pg_stat_activity and pg_locks',
  '57P03': 'it is starting or stopping: wait',
  '57P01': 'it was stopped: start it',
  ECONNREFUSED: 'nothing listens there: start it, or check host and port of DATABASE_URL',
  ENOTFOUND: 'its host name is not known: check DATABASE_URL',
  EAI_AGAIN: 'its host name cannot be looked up: check DNS and DATABASE_URL',
  ETIMEDOUT: 'it does not respond: check host, port and firewall',
  ENOENT: 'a socket or file that DATABASE_URL names is missing: start it, or check the path',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is self-signed: name the CA by NODE_EXTRA_CA_CERTS, or write sslmode=no-verify',
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_CA,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_CA,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name: write that host in DATABASE_URL, or sslmode=no-verify',
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it',
};

/** The error and its remedy, without an address, a name or a value. */
export function describeDatabaseError(error: unknown): string {
  if (error instanceof NewerDataError || error instanceof UnusableDatabaseError)
    return error.message;
  // Node groups the attempts at several addresses of one host name.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = errorCode(first);
  if (code !== null) return `${code}: ${REMEDIES[code] ?? 'see the log of PostgreSQL'}`;
  const text = first instanceof Error ? first.message : '';
  // Of the pool: none of its connections became free.
  if (/timeout exceeded/.test(text))
    return 'it does not respond, or its statements wait: check host, port and firewall, then pg_stat_activity';
  if (/timeout/i.test(text)) return REMEDIES['ETIMEDOUT'] ?? '';
  if (/terminated|ended|closed/i.test(text)) return 'the connection was closed';
  if (/SSL/.test(text)) return 'it speaks no TLS: take sslmode out of DATABASE_URL';
  return first instanceof Error ? first.name : 'unknown';
}
