// `npm run restore`. Root alone reads the key and gives files to the site's user.
import '../build/check-node.mjs';

const { startCommand } = await import('../start-command.ts');
await startCommand(async () => (await import('./restore-cli.ts')).restore, { keepsRoot: true });
