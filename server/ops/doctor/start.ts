// What `npm run doctor` and `npm run check:public` run: errors in lines of TypeScript, as in server/start.ts.
import '../../build/check-node.mjs';

process.setSourceMapsEnabled(true);

const { runAsInstalled } = await import('../../installation.ts');
if (!runAsInstalled(process.env)) {
  const { runDoctorCli } = await import('./doctor-cli.ts');
  await runDoctorCli(process.env);
}
