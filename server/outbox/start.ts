// What `npm run outbox` runs: errors in lines of TypeScript, as in server/start.ts.
import '../build/check-node.mjs';

process.setSourceMapsEnabled(true);

const { runOutboxCli } = await import('./outbox-cli.ts');
// Not an argument: those are read by everybody on the machine, and this has a password.
await runOutboxCli(process.env['DATABASE_URL'] || null);
