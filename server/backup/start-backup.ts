// `npm run backup`. Root alone reads the key and writes where backups are.
import '../build/check-node.mjs';

const { startCommand } = await import('../start-command.ts');
await startCommand(async () => (await import('./backup-cli.ts')).backup, { keepsRoot: true });
