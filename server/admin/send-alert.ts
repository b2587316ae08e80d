import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { EnvHttpProxyAgent, request } from 'undici';
import type { Alert } from './outbox-alerts.ts';
import type { Settings } from '../config.ts';
import { errorCode } from '../system-errors.ts';

const WEBHOOK_MS = 10_000;
const COMMAND_MS = 30_000;
/** All of its environment: the site's own has the token and the secret. */
const COMMAND_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

type AlertSenderOptions = Pick<Settings, 'alerts' | 'proxies'>;

/** Tells whoever the settings name. What it throws says nothing of the address or the command. */
export function createAlertSender({ alerts, proxies }: AlertSenderOptions) {
  const { webhookUrl, command } = alerts;
  return async (alert: Alert): Promise<void> => {
    const text = JSON.stringify(alert);
    const results = await Promise.allSettled([
      webhookUrl === null ? null : postToWebhook(webhookUrl, text, proxies),
      command === null ? null : runCommand(command, text),
    ]);
    const faults = results.flatMap((result) =>
      result.status === 'rejected'
        ? [result.reason instanceof Error ? result.reason.message : 'unknown']
        : [],
    );
    if (faults.length > 0) throw new Error(faults.join('; '));
  };
}

async function postToWebhook(url: string, body: string, proxies: Settings['proxies']) {
  const { http: httpProxy, https: httpsProxy, except: noProxy } = proxies;
  const dispatcher = new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy });
  let status: number;
  try {
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(WEBHOOK_MS),
    });
    status = answer.statusCode;
    await answer.body.dump();
  } catch (error) {
    throw new Error(`webhook: ${errorCode(error) ?? 'no answer'}`, { cause: error });
  } finally {
    await dispatcher.destroy();
  }
  if (status < 200 || status > 299) throw new Error(`webhook: status ${status}`);
}

async function runCommand(command: string, input: string): Promise<void> {
  const child = spawn('/bin/sh', ['-c', command], {
    env: { PATH: COMMAND_PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: COMMAND_MS,
  });
  // It need not read what it is given.
  child.stdin.on('error', () => {});
  child.stdin.end(`${input}\n`);
  const [code, signal]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`command: ended with ${String(code ?? signal)}`);
}
