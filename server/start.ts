// What `node dist/server/main.js` runs.
import './build/check-node.mjs';

// Node reads the source maps of modules that are loaded after this is set, so the program itself is imported
// later; a flag of Node would be lost when started by hand.
process.setSourceMapsEnabled(true);

const { run } = await import('./main.ts');
await run();
