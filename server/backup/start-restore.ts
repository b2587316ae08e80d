// `npm run restore`. Root alone reads the key and gives files to the site's user.
import '../build/check-node.mjs';

const { startCommand } = await import('../start-command.ts');
await startCommand(
  async (args, environment) => {
    const { RESTORE_USAGE, runRestore } = await import('./restore-cli.ts');
    const { toCommandResult } = await import('./command-result.ts');
    return toCommandResult(RESTORE_USAGE, () => runRestore(args, environment));
  },
  { keepsRoot: true },
);
