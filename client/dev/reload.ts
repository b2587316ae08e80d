/** Event stream of the development server: an id for each start. */
const CHANGES = '/_dev/changes';

let first = '';

// The stream breaks when the server is started again, and the browser asks anew until there is one.
new EventSource(CHANGES).addEventListener('message', ({ data }: MessageEvent<string>) => {
  first ||= data;
  if (data !== first) location.reload();
});
