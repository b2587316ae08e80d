/** `remedy` names the setting, the command or the person that fixes the problem. */
export type Check = { id: string; state: 'ok' | 'warn' | 'fail'; what: string; remedy?: string };

export function ok(id: string, what: string): Check {
  return { id, state: 'ok', what };
}

export function warn(id: string, what: string, remedy: string): Check {
  return { id, state: 'warn', what, remedy };
}

export function fail(id: string, what: string, remedy: string): Check {
  return { id, state: 'fail', what, remedy };
}
