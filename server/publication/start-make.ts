// A child of the publisher: what reads the school's files has limits of its own.
import '../build/check-node.mjs';

const { runMake } = await import('./make-publication.ts');
await runMake(process.argv.slice(2));
