/** A system call of a trace by `strace -f -y`: lines at which it began and ended. */
export type SystemCall = { name: string; text: string; began: number; ended: number };

/** Reads a trace; calls that other threads interrupted are put together again. */
export function readSystemCalls(trace: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const open = new Map<string, SystemCall>();
  for (const [line, text] of trace.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(text) ?? [];
    const resumed = /^<\.\.\. (\w+) resumed>/.exec(rest);
    if (resumed !== null) {
      const call = open.get(thread);
      if (call !== undefined) {
        call.ended = line;
        call.text = call.text.replace('<unfinished ...>', '') + rest.slice(resumed[0].length);
      }
      open.delete(thread);
      continue;
    }
    const name = /^(\w+)\(/.exec(rest)?.[1];
    if (name === undefined) continue;
    const call = { name, text: rest, began: line, ended: line };
    calls.push(call);
    if (rest.endsWith('<unfinished ...>')) open.set(thread, call);
  }
  return calls;
}
