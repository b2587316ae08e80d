// `npm run backup`.
import '../build/check-node.mjs';

process.setSourceMapsEnabled(true);

const { runAsInstalled } = await import('../installation.ts');
// Root alone reads the key and writes where backups are.
if (!runAsInstalled(process.env, { keepsRoot: true })) {
  const { BACKUP_USAGE, runBackup } = await import('./backup-cli.ts');
  const { runCommand } = await import('./run-command.ts');
  await runCommand(BACKUP_USAGE, () => runBackup(process.argv.slice(2), process.env));
}
