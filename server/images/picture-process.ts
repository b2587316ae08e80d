import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { FileError } from './file-error.ts';
import type {
  MadePicture,
  PictureAnswer,
  PictureJob,
  PictureMaker,
  PictureRequest,
} from './picture-maker.ts';

/** The process ends after so long without a picture, and its memory is free again, in milliseconds. */
const IDLE_MS = 30_000;

type Waiting = { resolve: (made: MadePicture) => void; reject: (error: FileError) => void };

/**
 * Makes pictures in a process of its own at a lower priority, so that pages keep answering on the same
 * core, and so that a picture that brings the decoder down takes no page with it. It is started by the
 * first picture, again after it has died, and ends when none has been asked for in a while.
 */
export class PictureProcess implements PictureMaker {
  readonly #program: string;
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | null = null;
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param program what server/images/picture-program.ts is built to. */
  constructor(program: string) {
    this.#program = program;
  }

  make(job: PictureJob): Promise<MadePicture> {
    clearTimeout(this.#idle);
    this.#lastId += 1;
    const request: PictureRequest = { id: this.#lastId, job };
    return new Promise<MadePicture>((resolve, reject) => {
      try {
        this.#child ??= this.#start();
        // Of one that has died its exit tells.
        this.#child.send(request, () => {});
        this.#waiting.set(request.id, { resolve, reject });
      } catch (error) {
        reject(new FileError('busy', error));
      }
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    if (child === null) return;
    const exited = once(child, 'exit');
    child.disconnect();
    await exited;
  }

  #start(): ChildProcess {
    const child = fork(this.#program, {
      // Nothing that this process was given for itself, such as the limit of its heap.
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (answer: PictureAnswer) => this.#take(answer));
    child.once('exit', (status, signal) => this.#end(child, `ended with ${signal ?? status}`));
    child.on('error', ({ message }) => this.#end(child, message));
    return child;
  }

  #take(answer: PictureAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('made' in answer) waiting?.resolve(answer.made);
    else waiting?.reject(new FileError(answer.fault, new Error(answer.cause)));
    if (this.#waiting.size > 0) return;
    this.#idle = setTimeout(() => this.#rest(), IDLE_MS).unref();
  }

  /** Lets the process end; the next picture has another. */
  #rest(): void {
    const child = this.#child;
    this.#child = null;
    child?.disconnect();
  }

  /** A picture that was alone with it has brought it down; of several one has, and each may be asked for again. */
  #end(child: ChildProcess, cause: string): void {
    if (child !== this.#child) return;
    this.#child = null;
    const fault = this.#waiting.size === 1 && child.pid !== undefined ? 'broken' : 'busy';
    for (const { reject } of this.#waiting.values()) reject(new FileError(fault, new Error(cause)));
    this.#waiting.clear();
  }
}
