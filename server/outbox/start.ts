// `npm run outbox`.
import '../build/check-node.mjs';

process.setSourceMapsEnabled(true);

const { runAsInstalled } = await import('../installation.ts');
if (!runAsInstalled(process.env)) {
  const { runOutboxCli } = await import('./outbox-cli.ts');
  const { code, text } = await runOutboxCli(
    ['--data', process.env['DATA_DIR'] || './data', ...process.argv.slice(2)],
    // Not an argument, which all users of the machine can read: it has a password.
    process.env['DATABASE_URL'] || null,
  );
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exitCode = code;
}
