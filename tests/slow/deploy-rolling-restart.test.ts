import { createServer } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import {
  HOST,
  noNginx,
  startNginx,
  urlencoded,
  type NginxResponse,
  type RequestOptions,
} from '../support/nginx.ts';
import { ADMISSION } from '../support/form-page.ts';
import { portOfTest } from '../support/port-of-test.ts';
import { startProcess, type Process } from '../support/process.ts';
import { runCommand } from '../support/child-process.ts';
import { providerOfTest } from '../support/providers/test-provider.ts';
import { RUNS } from '../support/effort.ts';

const REQUESTS = 1_000 * RUNS;
const PER_SECOND = 200;
/** How often requests are sent, in milliseconds. */
const TICK_MS = 25;
/** What visitors' browsers hold open; closed before nginx closes them, after 65 s unused. */
const CONNECTIONS = { keepAlive: true, maxSockets: 64, timeout: 30_000 };
/** For machines that are slower than the rate. */
const MAX_PENDING = 4 * CONNECTIONS.maxSockets;
/** One request in so many is a form, up to what one address may send in ten minutes. */
const FORM_EVERY = Math.max(25, Math.ceil(REQUESTS / 250));
const FORMS = 250;
/** nginx refuses more than 50 at once from one address, which wait for the restart of a busy machine. */
const FORMS_AT_ONCE = 40;
const PATHS = ['/HomeFr', '/Home', '/Events', '/nekhpur/News', '/Vision', '/api/news/GISNUP'];
const DIGITS = 'abcdefghij';

function isForm(number: number): boolean {
  return number % FORM_EVERY === 0 && number < FORM_EVERY * FORMS;
}

/** The request of a number: no two forms are alike, and the query makes half of the pages ones that no cache of nginx has. */
function requestOf(number: number): { path: string } & RequestOptions {
  const phone = String(9_800_000_000 + number);
  if (isForm(number))
    return { path: '/Admission', ...urlencoded({ ...ADMISSION, name: nameOf(number), phone }) };
  return { path: `${PATHS[number % PATHS.length]}${number % 2 === 0 ? '' : `?kind=${number}`}` };
}

function nameOf(number: number): string {
  return `Child ${String(number).replaceAll(/\d/g, (digit) => DIGITS[Number(digit)] ?? '')}`;
}

/** What systemd does for `systemctl restart gis-site@PORT`, over HTTP: stop, wait, start. */
async function startSupervisor(instances: Process[], settings: Readonly<Record<string, string>>) {
  async function restart(port: number): Promise<void> {
    const index = instances.findIndex((instance) => instance.port === port);
    const old = instances[index];
    if (old === undefined) throw new Error(`no instance on ${port}`);
    old.child.kill('SIGTERM');
    expect(await old.exited).toEqual([0, null]);
    instances[index] = await startProcess({ ...settings, PORT: String(port) });
  }
  const server = createServer((request, response) => {
    text(request)
      .then((port) => restart(Number(port)))
      .then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  return `http://127.0.0.1:${await portOfTest(server)}`;
}

function runScript(ports: readonly number[], restart: string) {
  const command = ['deploy/rolling-restart.sh', ...ports.map(String)] as const;
  return runCommand(process.cwd(), command, { RESTART: restart, WAIT_SECONDS: '60' });
}

test(`R1: during a rolling restart none of ${REQUESTS} requests at 200 a second fails, and each form arrives once`, async ({
  skip,
}) => {
  if (noNginx !== null) skip(noNginx);
  const provider = await providerOfTest({ has: 'nothing' });
  const common = {
    SITE_URL: `https://${HOST}`,
    TRUST_PROXY: '1',
    LOG_FORMAT: 'json',
    PROVIDER_URL: provider.url,
  };
  const one = await startProcess(common);
  const settings = { ...common, DATA_DIR: one.dataDir };
  const instances = [one, await startProcess(settings)];
  const nginx = await startNginx([instances[0]?.port ?? 0, instances[1]?.port ?? 0]);
  onTestFinished(() => nginx.stop());
  const supervisor = await startSupervisor(instances, settings);
  const old = new Set(instances.map(({ child }) => child.pid));

  const progress = { sent: 0, isRestarted: false };
  /** Again and again, so that no request is far from a restart. */
  async function restartMeanwhile() {
    const scripts: Awaited<ReturnType<typeof runScript>>[] = [];
    while (scripts.length === 0 || progress.sent < REQUESTS) {
      const script = await runScript(
        instances.map(({ port }) => port),
        // The script appends the port.
        `curl --fail --silent --show-error ${supervisor} --data`,
      );
      scripts.push(script);
      if (script.code !== 0) break;
    }
    progress.isRestarted = true;
    return scripts;
  }

  const agent = new https.Agent(CONNECTIONS);
  const responses = new Map<number, NginxResponse>();
  const failures: string[] = [];
  const formTurns = new Map<number, Promise<void>>();
  async function send(number: number): Promise<void> {
    if (!isForm(number)) return request(number);
    const turn = (number / FORM_EVERY) % FORMS_AT_ONCE;
    const before = formTurns.get(turn) ?? Promise.resolve();
    const sent = before.then(() => request(number));
    formTurns.set(turn, sent);
    return sent;
  }
  async function request(number: number): Promise<void> {
    const { path, ...options } = requestOf(number);
    try {
      const response = await nginx.request(path, { ...options, agent });
      responses.set(number, response);
      if (response.status >= 400) failures.push(`${path}: ${response.status} ${response.body}`);
    } catch (error) {
      failures.push(`${path}: ${String(error)}`);
    }
  }
  /** At an even rate, whatever becomes of the requests before, as visitors come. */
  async function sendRequests(): Promise<void> {
    const pending = new Set<Promise<void>>();
    const started = performance.now();
    while (!progress.isRestarted || progress.sent < REQUESTS) {
      const due = ((performance.now() - started) / 1_000) * PER_SECOND;
      for (; progress.sent < due && pending.size < MAX_PENDING; progress.sent += 1) {
        const sending = send(progress.sent).finally(() => pending.delete(sending));
        pending.add(sending);
      }
      await setTimeout(TICK_MS);
    }
    await Promise.all(pending);
    agent.destroy();
  }
  const [scripts] = await Promise.all([restartMeanwhile(), sendRequests()]);
  for (const script of scripts)
    expect(script).toMatchObject({
      code: 0,
      errors: '',
      out: expect.stringContaining('all instances run anew'),
    });
  const pids = instances.map(({ child }) => child.pid);
  expect(pids.filter((pid) => old.has(pid))).toEqual([]);
  expect(failures).toEqual([]);

  // Each form came to the provider, under one key.
  const forms = [...responses.keys()].filter(isForm).map(nameOf).toSorted();
  expect(forms.length).toBeGreaterThan(30);
  const received = () => {
    const ofKey = new Map(
      provider.received.map(({ idempotencyKey, fields }) => [idempotencyKey, fields['name']]),
    );
    return [...ofKey.values()].map(String).toSorted();
  };
  await expect.poll(received).toEqual(forms);
});

test('R1: of two scripts at once, in opposite orders, one waits for the other', async () => {
  const startInstance = () => portOfTest(createServer((_, response) => void response.end()));
  const ports = [await startInstance(), await startInstance()];
  const restarts: string[] = [];
  const supervisor = createServer((request, response) => {
    restarts.push('begins');
    void text(request)
      .then(() => setTimeout(200))
      .then(() => {
        restarts.push('ends');
        response.end();
      });
  });
  const restart = `curl --fail --silent http://127.0.0.1:${await portOfTest(supervisor)} --data`;

  const scripts = [runScript(ports, restart), runScript(ports.toReversed(), restart)];
  for (const script of await Promise.all(scripts))
    expect(script).toMatchObject({ code: 0, errors: '' });
  expect(restarts).toEqual(Array.from({ length: 4 }, () => ['begins', 'ends']).flat());
});
