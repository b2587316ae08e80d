// The entry of `node dist/server/main.js`.
import './build/check-node.mjs';

// Node reads source maps of modules that are loaded later.
process.setSourceMapsEnabled(true);

const { run } = await import('./main.ts');
await run();
