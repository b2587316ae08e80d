// `npm run doctor` and `npm run check:public`.
import '../../build/check-node.mjs';

const { startCommand } = await import('../../start-command.ts');
await startCommand(async () => (await import('./doctor-cli.ts')).runDoctorCli);
