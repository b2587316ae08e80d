import { pino } from 'pino';
import { createLog } from '../server/web/log.ts';

const LINES = 100_000;
const ROUNDS = 5;
/** Requests that one turn of a busy event loop answers. */
const PER_TURN = 20;

/** Prints to standard error what a request line costs, in microseconds of CPU: `pino` or `own`; the lines go to standard output. */
const [writer = 'own'] = process.argv.slice(2);
const destination = pino.destination({ dest: 1, sync: false, minLength: 15 * 1024 });
const logger = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  },
  destination,
);
const log = createLog({ level: 'info', destination });

const rounds: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const before = process.cpuUsage();
  for (let count = 1; count <= LINES; count += 1) {
    const line = {
      event: 'request' as const,
      requestId: 'c0ffee00-0000-4000-8000-000000000000',
      method: 'GET',
      path: '/HomeFr',
      status: 200,
      durationMs: 0.4,
      bytes: 11_234,
      cache: 'hit',
    };
    if (writer === 'pino') logger.info(line);
    else log.request(line);
    if (count % PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const { user, system } = process.cpuUsage(before);
  rounds.push((user + system) / LINES);
}
rounds.sort((a, b) => a - b);
process.stderr.write(`${rounds[Math.floor(ROUNDS / 2)]}\n`);
