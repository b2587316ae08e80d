// The server of `npm run dev`, started by develop.mjs.
process.setSourceMapsEnabled(true);
process.once('disconnect', () => process.exit());

const [{ run }, { createDevRoutes }] = await Promise.all([
  import('../main.ts'),
  import('./dev-routes.ts'),
]);
await run({ moreRoutes: createDevRoutes });
