/** CPU time of a piece of work in milliseconds: on a busy machine it is what the clock would show on a quiet one. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
