// The process that server/images/picture-process.ts starts.
import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { toFileError } from './file-error.ts';
import type { PictureAnswer, PictureRequest } from './picture-maker.ts';
import { makePicture, setUpSharp } from './render-picture.ts';

/** Steps of nice below its parent: a tenth of a core while pages want all of it, the whole core while they do not. */
const STEPS_LOWER = 10;

lowerPriority();
setUpSharp();
// A stop is the parent's: what it waits for is still made, and then it disconnects.
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
process.once('disconnect', () => process.exit());
process.on('message', (request: PictureRequest) => void answer(request));

async function answer({ id, job }: PictureRequest): Promise<void> {
  let reply: PictureAnswer;
  try {
    reply = { id, made: await makePicture(job) };
  } catch (error) {
    const { fault, cause } = toFileError(error);
    reply = { id, fault, cause: cause instanceof Error ? cause.message : '' };
  }
  process.send?.(reply);
}

/** Linux has a priority for each thread, which those that it starts inherit; elsewhere it is the process'. */
function lowerPriority(): void {
  try {
    const priority = Math.min(constants.priority.PRIORITY_LOW, getPriority() + STEPS_LOWER);
    for (const thread of threads()) setPriority(thread, priority);
  } catch {
    // Where it is forbidden, pictures are made at the same one.
  }
}

function threads(): number[] {
  if (process.platform !== 'linux') return [process.pid];
  return readdirSync('/proc/self/task').map(Number);
}
