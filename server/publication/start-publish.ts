// `npm run publish`. Root alone reads the settings of a server; the unit is a user of its own.
import '../build/check-node.mjs';

const { startCommand } = await import('../start-command.ts');
await startCommand(async () => (await import('./publish-cli.ts')).publishCommand, {
  keepsRoot: true,
});
