/** Whether one more call may be made in the period before a time. */
export function createBudget(most: number, periodMs: number): (now: Date) => boolean {
  let times: number[] = [];
  return (now) => {
    const time = now.getTime();
    // The clock may be set back.
    times = times.filter((at) => Math.abs(time - at) < periodMs);
    if (times.length >= most) return false;
    times.push(time);
    return true;
  };
}
