type SystemCall = { name: string; text: string };

/** Reads a trace by `strace -f`; calls that other threads interrupted are put together again. */
export function readSystemCalls(trace: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const open = new Map<string, SystemCall>();
  for (const line of trace.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. (\w+) resumed>/.exec(rest);
    if (resumed !== null) {
      const call = open.get(thread);
      if (call !== undefined)
        call.text = call.text.replace('<unfinished ...>', '') + rest.slice(resumed[0].length);
      open.delete(thread);
      continue;
    }
    const name = /^(\w+)\(/.exec(rest)?.[1];
    if (name === undefined) continue;
    const call = { name, text: rest };
    calls.push(call);
    if (rest.endsWith('<unfinished ...>')) open.set(thread, call);
  }
  return calls;
}
