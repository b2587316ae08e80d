// `npm run backup`. Root alone reads the key and writes where backups are.
import '../build/check-node.mjs';

const { startCommand } = await import('../start-command.ts');
await startCommand(
  async (args, environment) => {
    const { BACKUP_USAGE, runBackup } = await import('./backup-cli.ts');
    const { toCommandResult } = await import('./command-result.ts');
    return toCommandResult(BACKUP_USAGE, () => runBackup(args, environment));
  },
  { keepsRoot: true },
);
