// `npm run outbox`.
import '../build/check-node.mjs';

const { startCommand } = await import('../start-command.ts');
await startCommand(async (args, { DATA_DIR, DATABASE_URL }) => {
  const { runOutboxCli } = await import('./outbox-cli.ts');
  // Not an argument, which all users of the machine can read: it has a password.
  return runOutboxCli(['--data', DATA_DIR || './data', ...args], DATABASE_URL || null);
});
