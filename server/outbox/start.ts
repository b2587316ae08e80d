// What `npm run outbox` runs: errors in lines of TypeScript, as in server/start.ts.
process.setSourceMapsEnabled(true);

await import('./outbox-cli.ts');
