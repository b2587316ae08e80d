// `npm run notice`.
import '../build/check-node.mjs';

const { startCommand } = await import('../start-command.ts');
await startCommand(async () => (await import('./notice-cli.ts')).runNoticeCli);
