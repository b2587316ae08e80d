// Whether the site in this container responds: `node deploy/health-check.mjs` exits with 0 or 1. The image has no curl.
import { get } from 'node:http';

const port = process.env.PORT || 3000;
get({ host: '127.0.0.1', port, path: '/readyz', timeout: 2_500 }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
})
  .once('timeout', () => process.exit(1))
  .once('error', () => process.exit(1));
