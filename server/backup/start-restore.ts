// `npm run restore`.
import '../build/check-node.mjs';

process.setSourceMapsEnabled(true);

const { runAsInstalled } = await import('../installation.ts');
// Root alone reads the key and gives files to the site's user.
if (!runAsInstalled(process.env, { keepsRoot: true })) {
  const { RESTORE_USAGE, runRestore } = await import('./restore-cli.ts');
  const { runCommand } = await import('./run-command.ts');
  await runCommand(RESTORE_USAGE, () => runRestore(process.argv.slice(2), process.env));
}
