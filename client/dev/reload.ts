/** Where the development server says which start of it answers. */
const CHANGES = '/_dev/changes';

let known: string | undefined;

// The stream breaks when the server is started again, and the browser asks anew until there is one.
new EventSource(CHANGES).addEventListener('message', ({ data }: MessageEvent<string>) => {
  known ??= data;
  if (data !== known) location.reload();
});
