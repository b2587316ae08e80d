import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Alert } from './outbox-alerts.ts';
import type { Settings } from '../config.ts';
import { postJson } from './post-json.ts';

const COMMAND_MS = 30_000;
/** All of its environment: the site's own has the token and the secret. */
const COMMAND_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

type AlertSenderOptions = Pick<Settings, 'alerts' | 'proxies'>;

/** Sends an alert to the webhook or command of the settings. Its errors name neither address nor command. */
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
  try {
    await postJson(url, body, proxies);
  } catch (error) {
    const cause = error instanceof Error ? error.message : 'no answer';
    throw new Error(`webhook: ${cause}`, { cause: error });
  }
}

async function runCommand(command: string, input: string): Promise<void> {
  const child = spawn('/bin/sh', ['-c', command], {
    env: { PATH: COMMAND_PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: COMMAND_MS,
  });
  // The command need not read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(`${input}\n`);
  const [code, signal]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`command: ended with ${String(code ?? signal)}`);
}
