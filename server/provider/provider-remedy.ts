import { meaningOf } from '../connection-faults.ts';
import { errorCode } from '../system-errors.ts';
import { ProviderError, type ProviderFault } from './provider.ts';

const WAIT = 'if it lasts, ask who runs the provider';
const SETTINGS =
  'PROVIDER_URL and SCHOOL_CODE: `npm run doctor` says which of them, and what it has to be';
const TOKEN =
  'PROVIDER_TOKEN: compare it with the one of the provider, or ask for a new one; then restart';
const MEMORY =
  'all lists together are too large for the memory of this process: docs/operations.md#memory';
const CONTRACT = 'show the provider docs/provider.openapi.yaml: its answer is not of this form';

/** Why a call failed, for the log: fault and status (`status 401`), or the system's name of it (`unreachable ECONNREFUSED`). */
export function causeOf({ fault, status, cause }: ProviderError): string {
  const more = status ?? errorCode(cause);
  return more === null ? fault : `${fault} ${more}`;
}

/** What mends each fault that says enough by itself. */
const REMEDIES: Readonly<
  Record<Exclude<ProviderFault, 'unreachable' | 'status'>, string | undefined>
> = {
  'content-type': SETTINGS,
  'refused-path': SETTINGS,
  'invalid-json': CONTRACT,
  shape: CONTRACT,
  'too-large': CONTRACT,
  'no-room': MEMORY,
  'said-failure': CONTRACT,
  timeout: WAIT,
  cut: WAIT,
  'breaker-open': undefined,
  stopping: undefined,
};

/** What a log line says of a call that failed; `unknown` of what is no fault of the provider. */
export function faultFields(error: unknown): { cause: string; remedy?: string | undefined } {
  return error instanceof ProviderError
    ? { cause: causeOf(error), remedy: remedyOf(error) }
    : { cause: 'unknown' };
}

/** The setting, command or person that mends what a call failed of, in words for the operator. */
export function remedyOf({ fault, status, cause }: ProviderError): string | undefined {
  if (fault === 'unreachable')
    return `PROVIDER_URL: ${meaningOf(errorCode(cause) ?? 'unknown').remedy}`;
  return fault === 'status' ? remedyOfStatus(status ?? 0) : REMEDIES[fault];
}

function remedyOfStatus(status: number): string {
  if (status === 401 || status === 403) return TOKEN;
  return status === 429 || status >= 500 ? WAIT : SETTINGS;
}
