// What `npm run outbox` runs: errors in lines of TypeScript, as in server/start.ts.
import '../build/check-node.mjs';

process.setSourceMapsEnabled(true);

const { runOutboxCli } = await import('./outbox-cli.ts');
const { code, text } = await runOutboxCli(
  process.argv.slice(2),
  // Not an argument: those are read by everybody on the machine, and this has a password.
  process.env['DATABASE_URL'] || null,
);
(code === 0 ? process.stdout : process.stderr).write(text);
process.exitCode = code;
