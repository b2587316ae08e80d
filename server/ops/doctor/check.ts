/** One thing that was looked at. What is not well names in `remedy` the setting, the command or the person that mends it. */
export type Check = { id: string; state: 'ok' | 'warn' | 'fail'; what: string; remedy?: string };

export function ok(id: string, what: string): Check {
  return { id, state: 'ok', what };
}

/** It works, but the operator should know. */
export function warn(id: string, what: string, remedy: string): Check {
  return { id, state: 'warn', what, remedy };
}

export function fail(id: string, what: string, remedy: string): Check {
  return { id, state: 'fail', what, remedy };
}
