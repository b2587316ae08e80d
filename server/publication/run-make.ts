import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { MakeOptions } from './make-publication.ts';
import type { Report } from './publication.ts';
import { PUBLICATION_LIMITS } from './publication-limits.ts';

/** Lines of a stack that are logged. */
const MAX_CAUSE = 2_000;

/** Why the child ended without a report. */
export type MakeFailure = { failure: 'memory' | 'time' | 'crash'; cause: string };

type RunOptions = MakeOptions & { dist: string; work: string };

/** Reads the copy in a process of its own: a file that unpacks to gigabytes, or an endless one, ends only that. */
export async function runMake({
  dist,
  work,
  ...options
}: RunOptions): Promise<Report | MakeFailure> {
  const [input, output] = [join(work, 'options.json'), join(work, 'report.json')];
  await writeFile(input, JSON.stringify(options));
  const script = join(dist, 'server/make-publication.js');
  const heap = `--max-old-space-size=${PUBLICATION_LIMITS.heapMib}`;
  const child = spawn(process.execPath, [heap, script, input, output], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const endWithParent = () => child.kill('SIGKILL');
  process.once('exit', endWithParent);
  const ended = once(child, 'close');
  const errors = text(child.stderr);
  const limits: MakeFailure['failure'][] = [];
  const endFor = (limit: MakeFailure['failure']) => {
    limits.push(limit);
    child.kill('SIGKILL');
  };
  const deadline = setTimeout(() => endFor('time'), PUBLICATION_LIMITS.readMs);
  const watch = setInterval(() => {
    void residentBytes(child.pid).then((bytes) => {
      if (bytes > PUBLICATION_LIMITS.memoryBytes) endFor('memory');
    });
  }, PUBLICATION_LIMITS.memoryPollMs);
  try {
    const [code, signal]: unknown[] = await ended;
    const cause = (await errors).slice(-MAX_CAUSE);
    if (code === 0) return JSON.parse(await readFile(output, 'utf8')) as Report;
    // V8 and the kernel's OOM killer end it so.
    const isMemory = /heap out of memory|ENOMEM|bad_alloc/.test(cause) || signal === 'SIGKILL';
    return { failure: limits[0] ?? (isMemory ? 'memory' : 'crash'), cause };
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
    process.off('exit', endWithParent);
    child.kill('SIGKILL');
  }
}

/** 0 where the system does not say it. */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const [, pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Number(pages) * 4_096;
  } catch {
    return 0;
  }
}
