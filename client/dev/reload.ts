/** Event stream of the development server: an id for each start. */
const CHANGES = '/_dev/changes';

type Start = { id: string; ranMs: number };

const askedMs = performance.now();
let first: string | undefined;

// The stream breaks when the server is started again, and the browser asks anew until there is one.
new EventSource(CHANGES).addEventListener('message', ({ data }: MessageEvent<string>) => {
  const { id, ranMs } = JSON.parse(data) as Start;
  // What rendered the page had already run when the page requested this: the delay of the response is no measure.
  const isYounger = first === undefined && ranMs < askedMs;
  first ??= id;
  if (isYounger || id !== first) location.reload();
});
