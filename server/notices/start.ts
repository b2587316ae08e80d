// `npm run notice`.
import '../build/check-node.mjs';

process.setSourceMapsEnabled(true);

const { runAsInstalled } = await import('../installation.ts');
if (!runAsInstalled(process.env)) {
  const { runNoticeCli } = await import('./notice-cli.ts');
  const { code, text } = await runNoticeCli(
    ['--data', process.env['DATA_DIR'] || './data', ...process.argv.slice(2)],
    // Not an argument, which all users of the machine can read: it has a password.
    { databaseUrl: process.env['DATABASE_URL'] || null, now: new Date() },
  );
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exitCode = code;
}
