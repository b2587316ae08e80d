import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { EnvHttpProxyAgent, request } from 'undici';
import type { Alert } from './outbox-alerts.ts';
import type { Settings } from '../config.ts';
import { errorCode } from '../system-errors.ts';

const WEBHOOK_MS = 10_000;
const COMMAND_MS = 30_000;
/** The complete environment: the site's own has the token and the secret. */
const COMMAND_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

type AlertSenderOptions = Pick<Settings, 'alerts' | 'proxies'>;

/** Sends alerts to the webhook and the command of the settings. Its errors contain neither. */
export function createAlertSender({
  alerts: { webhookUrl, command },
  proxies,
}: AlertSenderOptions) {
  return async (alert: Alert): Promise<void> => {
    const text = JSON.stringify(alert);
    const results = await Promise.all([
      webhookUrl === null ? null : postToWebhook(webhookUrl, text, proxies),
      command === null ? null : runCommand(command, text),
    ]);
    const errors = results.filter((error) => error !== null);
    if (errors.length > 0) throw new Error(errors.join('; '));
  };
}

/** @returns the error, or null */
async function postToWebhook(
  url: string,
  body: string,
  proxies: Settings['proxies'],
): Promise<string | null> {
  const dispatcher = new EnvHttpProxyAgent(proxies);
  try {
    const response = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body,
      signal: AbortSignal.timeout(WEBHOOK_MS),
    });
    await response.body.dump();
    const { statusCode } = response;
    return statusCode >= 200 && statusCode <= 299 ? null : `webhook: status ${statusCode}`;
  } catch (error) {
    return `webhook: ${errorCode(error) ?? 'no response'}`;
  } finally {
    await dispatcher.destroy();
  }
}

/** @returns the error, or null */
async function runCommand(command: string, input: string): Promise<string | null> {
  const child = spawn('/bin/sh', ['-c', command], {
    env: { PATH: COMMAND_PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: COMMAND_MS,
  });
  // The command need not read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(`${input}\n`);
  const [code, signal]: unknown[] = await once(child, 'exit');
  return code === 0 ? null : `command: ended with ${String(code ?? signal)}`;
}
