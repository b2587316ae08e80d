/** Where the development server says how long it has run, in milliseconds. */
const CHANGES = '/_dev/changes';

// The stream breaks when the server is started again, and the browser asks anew until there is one.
// A server that is younger than the page did not render it, also where the page never saw the older one.
new EventSource(CHANGES).addEventListener('message', ({ data }: MessageEvent<string>) => {
  if (Number(data) < performance.now()) location.reload();
});
