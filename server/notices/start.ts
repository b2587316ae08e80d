// `npm run notice`.
import '../build/check-node.mjs';

const { startCommand } = await import('../start-command.ts');
await startCommand(async (args, { DATA_DIR, DATABASE_URL }) => {
  const { runNoticeCli } = await import('./notice-cli.ts');
  // Not an argument, which all users of the machine can read: it has a password.
  const options = { databaseUrl: DATABASE_URL || null, now: new Date() };
  return runNoticeCli(['--data', DATA_DIR || './data', ...args], options);
});
