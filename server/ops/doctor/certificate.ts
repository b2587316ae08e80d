import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { fail, ok, warn, type Check } from './check.ts';

const DAY_MS = 24 * 60 * 60_000;
const CONNECT_MS = 5_000;
/** A certificate with less left should have been renewed: certbot does that at a third of the lifetime. */
const LATE = { days: 21, shareOfLifetime: 1 / 4 };

type CertificateOptions = { url: string; remedy: string; nowMs?: number };

/** Until when the certificate of an https address is valid. Nothing without one: the check of the connection says why. */
export async function* checkCertificate(
  id: string,
  { url, remedy, nowMs = Date.now() }: CertificateOptions,
): AsyncGenerator<Check> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return;
  const host = hostname.replace(/^\[|\]$/g, '');
  const certificate = await readCertificate(host, Number(port) || 443);
  const fromMs = Date.parse(certificate?.valid_from ?? '');
  const toMs = Date.parse(certificate?.valid_to ?? '');
  if (Number.isNaN(toMs)) return;
  const day = new Date(toMs).toISOString().slice(0, 10);
  const what = `the certificate of ${hostname} ends on ${day}`;
  const lateMs = Math.min(LATE.days * DAY_MS, (toMs - fromMs) * LATE.shareOfLifetime);
  if (toMs <= nowMs) yield fail(id, `the certificate of ${hostname} ended on ${day}`, remedy);
  else if (toMs - nowMs < lateMs) yield warn(id, `${what}: it is not renewed`, remedy);
  else yield ok(id, what);
}

async function readCertificate(host: string, port: number): Promise<PeerCertificate | null> {
  const servername = isIP(host) === 0 ? host : '';
  // One that has ended is not trusted; nothing is sent.
  const socket = connect({ host, port, servername, rejectUnauthorized: false });
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('timeout')));
  try {
    await once(socket, 'secureConnect');
    return socket.getPeerCertificate();
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}
