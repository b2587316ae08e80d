// `npm run outbox`.
import '../build/check-node.mjs';

const { startCommand } = await import('../start-command.ts');
await startCommand(async () => (await import('./outbox-cli.ts')).runOutboxCli);
