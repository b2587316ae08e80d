import { lookup } from 'node:dns/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { fail, ok, warn, type Check } from './check.ts';
import { meaningOf } from '../../connection-errors.ts';
import { errorCode } from '../../system-errors.ts';

/** How long a step may take, in milliseconds. */
const STEP_MS = 4_000;
/** A certificate is renewed earlier than so many days before it ends. */
const RENEWED_DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;

/** The way to the provider, step by step until one fails: DNS, TCP, TLS. */
export async function* checkConnection(address: string): AsyncGenerator<Check> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await lookup(host, { all: true }).catch(codeOf);
  if (typeof addresses === 'string') {
    yield failure(addresses, url.host);
    return;
  }
  const [first] = addresses;
  yield ok('provider-dns', `${host} is ${first?.address ?? 'nowhere'}`);
  const socket = await connected(url, {});
  if (typeof socket === 'string') {
    yield failure(socket, url.host);
    return;
  }
  yield ok('provider-tcp', `${url.host} takes connections`);
  if (socket instanceof TLSSocket) yield certificateCheck(socket);
  socket.destroy();
}

/** Whether a port speaks TLS, whatever its certificate. */
export async function speaksTls(address: string): Promise<boolean> {
  const url = new URL(address.replace(/^http:/, 'https:'));
  // The port of an http address is 80 unless it says another.
  url.port = portOf(new URL(address));
  const socket = await connected(url, { rejectUnauthorized: false });
  if (typeof socket !== 'string') socket.destroy();
  return typeof socket !== 'string';
}

/** A connection that is ready, or the system's name of the fault. */
async function connected(
  url: URL,
  tls: { rejectUnauthorized?: boolean },
): Promise<Socket | string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(portOf(url));
  const isTls = url.protocol === 'https:';
  // RFC 6066, 3: an address is no server name.
  const servername = /[:]|^[\d.]+$/.test(host) ? {} : { servername: host };
  const socket = isTls
    ? connectTls({ host, port, ...servername, ...tls })
    : connectTcp({ host, port });
  return new Promise((resolve) => {
    const giveUp = (code: string): void => {
      socket.destroy();
      resolve(code);
    };
    socket.setTimeout(STEP_MS, () => giveUp('ETIMEDOUT'));
    socket.on('error', (error) => giveUp(codeOf(error)));
    socket.once('close', () => resolve('ECONNRESET'));
    socket.once(isTls ? 'secureConnect' : 'connect', () => resolve(socket));
  });
}

function certificateCheck(socket: TLSSocket): Check {
  const { valid_to: until } = socket.getPeerCertificate();
  const days = Math.floor((Date.parse(until) - Date.now()) / DAY_MS);
  const what = `${socket.getProtocol() ?? 'TLS'}, its certificate ends in ${days} days`;
  return days >= RENEWED_DAYS
    ? ok('provider-tls', what)
    : warn('provider-tls', what, 'ask the operator of the provider to renew it');
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

function codeOf(error: unknown): string {
  return errorCode(error) ?? 'unknown';
}

/** What a fault on the way means for PROVIDER_URL. */
export function failure(code: string, host: string): Check {
  const { id, what, remedy } = meaningOf(code);
  return fail(`provider-${id}`, `${host}: ${what}`, `PROVIDER_URL: ${remedy}`);
}
