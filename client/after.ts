/** Resolves to null after so many milliseconds. */
export function after(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null));
}
