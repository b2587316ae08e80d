export async function settledWithin(
  promises: readonly Promise<unknown>[],
  limitMs: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([Promise.all(promises), limit]);
  clearTimeout(timer);
}
