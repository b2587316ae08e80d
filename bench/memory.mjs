// Resident memory after 100,000 requests over all pages, lists and many pictures, 50 connections.
import http from 'node:http';
import { residentBytes, startSite } from './processes.mjs';

const REQUESTS = 100_000;
const CONNECTIONS = 50;
const LISTS = [
  'birthdays',
  'news',
  'events',
  'gallery',
  'notification',
  'onlineRegistration',
  'principalMessage',
  'highlight',
];

export async function benchMemory() {
  const site = await startSite();
  const { port } = site;
  try {
    const paths = await allPaths(port);
    const before = residentBytes(site.pid);
    let highest = before;
    let sent = 0;
    let failed = 0;
    const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    async function visit() {
      while (sent < REQUESTS) {
        sent += 1;
        // Every tenth address is one that nobody has asked for before.
        const path =
          sent % 10 === 0
            ? `${paths[sent % paths.length]}?utm_source=${sent}`
            : paths[sent % paths.length];
        const status = await get(agent, port, path);
        if (status >= 500) failed += 1;
        if (sent % 5_000 === 0) highest = Math.max(highest, residentBytes(site.pid));
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, visit));
    agent.destroy();
    const after = residentBytes(site.pid);
    console.log(
      `\n## Memory of the server with the sample provider in it, ${process.version}, ${REQUESTS} requests over ${paths.length} addresses, ${CONNECTIONS} connections\n`,
    );
    console.log(
      `before ${mib(before)}, highest ${mib(highest)}, after ${mib(after)}; answers with 5xx: ${failed}\n`,
    );
  } finally {
    await site.stop();
  }
}

async function allPaths(port) {
  const sitemap = await (await fetch(`http://127.0.0.1:${port}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(
    ([, path]) => path,
  );
  return [
    ...pages,
    ...LISTS.map((list) => `/api/${list}/GISNUP`),
    '/SubGallery?id=alb-f-01',
    '/NoSuchPage',
  ];
}

function get(agent, port, path) {
  return new Promise((resolve, reject) => {
    http
      .get(
        { agent, port, host: '127.0.0.1', path, headers: { 'accept-encoding': 'br' } },
        (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode));
        },
      )
      .once('error', reject);
  });
}

function mib(bytes) {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
