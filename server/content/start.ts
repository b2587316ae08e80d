// `npm run content`.
import '../build/check-node.mjs';

const { startCommand } = await import('../start-command.ts');
await startCommand(async () => (await import('./tables/templates.ts')).contentCommand);
