import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import https from 'node:https';
import { connect } from 'node:http2';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { SEARCH_KEYS } from '../../shared/query-params.ts';
import { endProcess } from '../support/child-process.ts';
import { endServer } from '../support/listening.ts';
import { portOfTest } from '../support/port-of-test.ts';
import { HOST, noNginx, startNginx, urlencoded, type Nginx } from '../support/nginx.ts';
import { pdfBytes } from '../support/pdf.ts';
import { startProcess, type Process } from '../support/process.ts';
import { MULTIPART, withCv } from '../support/raw-form.ts';
import { providerOfTest, TestProvider } from '../support/providers/test-provider.ts';
import { ADMISSION, CAREER } from '../support/form-page.ts';

const ORIGIN = `https://${HOST}`;
const MIB = 1024 * 1024;
/** Of what nginx sends by itself. */
const OWN_HEADERS = {
  server: 'nginx',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': expect.stringContaining("default-src 'none'") as unknown,
};

beforeEach(({ skip }) => {
  if (noNginx !== null) skip(noNginx);
});

/** Two instances on one data folder behind the shipped nginx, as the systemd units run them. */
async function startSite(environment: Readonly<Record<string, string>> = {}) {
  const settings = { SITE_URL: ORIGIN, TRUST_PROXY: '1', LOG_FORMAT: 'json', ...environment };
  const ends: (() => Promise<void>)[] = [];
  const start = (more: Readonly<Record<string, string>>) =>
    startProcess({ ...settings, ...more }, { atEnd: (end) => void ends.push(end) });
  const one = await start({});
  const other = await start({ DATA_DIR: one.dataDir });
  const nginx = await startNginx([one.port, other.port]);
  async function close(): Promise<void> {
    await nginx.stop();
    // The first one's goes last: its folder is that of both.
    for (const end of ends.toReversed()) await end();
  }
  return { nginx, instances: [one, other] as const, close };
}

const application = (cv: Buffer) => ({
  method: 'POST',
  headers: { ...MULTIPART, Origin: ORIGIN },
  body: withCv(CAREER, cv),
});

describe('in front of two instances', () => {
  let provider: TestProvider;
  let nginx: Nginx;
  let instances: readonly [Process, Process];

  beforeAll(async () => {
    if (noNginx !== null) return undefined;
    provider = await TestProvider.start({ has: 'nothing' });
    const site = await startSite({ PROVIDER_URL: provider.url });
    ({ nginx, instances } = site);
    return async () => {
      await site.close();
      await provider.stop();
    };
  });

  test('pages come by TLS and HTTP/2 with the headers of the site, twice from one rendering', async () => {
    const headers = { 'Accept-Encoding': 'br' };
    const first = await nginx.request('/Vision', { headers });
    expect(first.status).toBe(200);
    expect(first.headers).toMatchObject({
      'content-encoding': 'br',
      'strict-transport-security': 'max-age=86400',
      'x-frame-options': 'DENY',
      'cache-control': expect.stringContaining('s-maxage=5,'),
      'cache-status': expect.stringMatching(/^gis; .*, nginx; detail=MISS$/),
    });
    const again = await nginx.request('/Vision', { headers });
    expect(again.headers['cache-status']).toMatch(/nginx; detail=HIT$/);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    const plain = await nginx.request('/Vision');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toContain('</html>');
    const known = { ...headers, 'If-None-Match': String(first.headers['etag']) };
    expect((await nginx.request('/Vision', { headers: known })).status).toBe(304);

    const session = connect(`https://127.0.0.1:${nginx.port}`, {
      servername: HOST,
      rejectUnauthorized: false,
    });
    const stream = session.request({ ':path': '/Vision', ':authority': HOST });
    const [response] = (await once(stream, 'response')) as [Record<string, unknown>];
    expect([session.alpnProtocol, response[':status']]).toEqual(['h2', 200]);
    session.destroy();

    // The site knows whom it talks to: neither header nor host is a surprise to it.
    const warnings = instances.flatMap(({ lines }) =>
      lines.filter(({ event }) => /proxy|origin|site-url/.test(event)),
    );
    expect(warnings).toEqual([]);
  });

  test('C12: only parameters that pages read are sent to the site and select a cached response', async () => {
    const shipped = readFileSync('deploy/nginx.conf', 'utf8');
    const read = [...shipped.matchAll(/^map \$args \$gis_(\w+) /gm)].map(([, name]) => name);
    // Those of pictures and certificates are no search keys.
    expect(read).toEqual([...SEARCH_KEYS, 'w', 'size', 'link']);
    const variables = read.map((name) => `$gis_${name}`).join('');
    expect(shipped).toContain(`map "${variables}" $gis_query {`);

    const page = await nginx.request('/Events');
    // The site decodes the name of a parameter, nginx does not.
    for (const query of [
      'fbclid=1',
      'utm_source=x&utm_medium=y',
      'y%65ar=2020',
      'Year=2020',
      'year',
      'year=',
      '',
    ])
      expect(await nginx.request(`/Events?${query}`)).toMatchObject({
        headers: { 'cache-status': expect.stringMatching(/detail=HIT$/), etag: page.headers.etag },
      });
    const year = await nginx.request('/Events?utm_source=x&year=2020');
    expect(year.headers['cache-status']).toMatch(/detail=MISS$/);
    expect(year.headers.etag).not.toBe(page.headers.etag);
  });

  test('what comes by http, or to the name without www, is sent to the one address', async () => {
    for (const response of [
      await nginx.requestPlain('/Events?year=2026', HOST),
      await nginx.requestPlain('/Events?year=2026', 'school.example'),
      await nginx.request('/Events?year=2026', { headers: { Host: 'school.example' } }),
    ]) {
      const { status, headers } = response;
      expect(headers).toMatchObject(OWN_HEADERS);
      expect([status, headers['location']]).toEqual([301, `${ORIGIN}/Events?year=2026`]);
    }
    // Browsers heed it by https only (RFC 6797, 8.1).
    const bare = await nginx.request('/', { headers: { Host: 'school.example' } });
    expect(bare.headers['strict-transport-security']).toBe('max-age=86400');
    const plain = await nginx.requestPlain('/', 'school.example');
    expect(plain.headers).not.toHaveProperty('strict-transport-security');
  });

  test('U1: a CV of 5 MB arrives once and whole; a larger one gets the reason from the site', async () => {
    const cv = pdfBytes(5 * MIB);
    const sent = await nginx.request('/Career', application(cv));
    expect(sent.status).toBe(303);
    await expect.poll(() => provider.received.length).toBe(1);
    expect(provider.received[0]?.files[0]?.bytes.equals(cv)).toBe(true);

    const tooLarge = await nginx.request('/Career', application(pdfBytes(8 * MIB)));
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.body).toContain('5 MB');
    const huge = await nginx.request('/Career', application(pdfBytes(21 * MIB)));
    expect(huge).toMatchObject({ status: 413, headers: OWN_HEADERS });
    expect(huge.body).not.toMatch(/nginx\/\d/);
    expect(provider.received).toHaveLength(1);
  });

  test('bodies of other forms than that with a CV are small, whatever their type and address', async () => {
    for (const path of [
      '/Contact',
      '/nekhpur/Tc',
      '/api/form/GISNUP/Admission',
      '/no-page',
      '/careers',
    ]) {
      const { status, headers } = await nginx.request(path, application(pdfBytes(100_000)));
      expect([path, status, headers['server']]).toEqual([path, 413, 'nginx']);
    }
    for (const path of ['/hi/nekhpur/career', '/api/form/GISNUP/Career']) {
      const { status, body } = await nginx.request(path, application(pdfBytes(8 * MIB)));
      expect([path, status, body.length > 500]).toEqual([path, 413, path.startsWith('/hi')]);
    }
  });

  test('an address that holds many unfinished CVs gets no more of the disk, and others are served', async () => {
    const held = Array.from({ length: 9 }, () => {
      const request = https.request({
        port: nginx.port,
        path: '/Career',
        method: 'POST',
        servername: HOST,
        rejectUnauthorized: false,
        headers: { Host: HOST, ...MULTIPART, 'Content-Length': MIB },
      });
      request.on('error', () => {}).flushHeaders();
      return request;
    });
    onTestFinished(() => held.forEach((request) => request.destroy()));
    const [response] = await Promise.race(held.map((request) => once(request, 'response')));
    expect(response).toMatchObject({ statusCode: 503, headers: { 'retry-after': '10' } });
    expect((await nginx.request('/Career')).status).toBe(200);
  });

  test('S10: a visitor has one address, whatever headers she sends', async () => {
    const { headers, ...form } = urlencoded({ admissionNumber: '1', name: 'A' });
    // 60 look-ups in ten minutes from one address.
    const statuses = new Set<number>();
    for (let count = 0; count < 130 && !statuses.has(429); count += 1) {
      const { status } = await nginx.request('/Tc', {
        ...form,
        headers: { ...headers, 'X-Forwarded-For': `192.0.2.${count}`, 'User-Agent': `${count}` },
      });
      statuses.add(status);
    }
    expect(statuses).toContain(429);
  });

  test('S14: the log has each request without its query, also those without a response of an instance', async () => {
    const headers = { Referer: `${ORIGIN}/News?q=plantedreferer` };
    await nginx.request('/Events?q=plantedsearch&year=2026', { headers });
    await nginx.request('/Admission', urlencoded({ ...ADMISSION, name: 'Plantedname' }));
    await endProcess(instances[0].child, 'SIGKILL');
    // With one instance gone the other takes every form.
    for (const letter of 'abcdefgh') {
      const form = urlencoded({ ...ADMISSION, name: `Planted ${letter}` });
      expect([200, 202]).toContain((await nginx.request('/Admission', form)).status);
    }
    await endProcess(instances[1].child, 'SIGKILL');
    expect((await nginx.request('/News?q=plantedgone')).status).toBe(503);
    await expect.poll(() => nginx.log('access.log')).toContain('/News HTTP');
    const log = nginx.log('access.log');
    expect(log).toMatch(/"GET \/Events HTTP\/1\.1" 200 .* cache=\w+ instance=127\.0\.0\.1:\d+ /);
    expect(log).toMatch(/"POST \/Admission HTTP\/1\.1" 20\d /);
    expect(log + nginx.log('error.log')).not.toMatch(/planted/i);
  });
});

test('a form or page whose instance ends before the response is sent to the other instance only', async () => {
  const seen: string[] = [];
  const broken = new Set(['one', 'other']);
  async function startInstance(name: string) {
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        seen.push(`${name} ${request.method}`);
        if (broken.has(name)) request.socket.destroy();
        else response.end('taken');
      });
    });
    return portOfTest(server);
  }
  const nginx = await startNginx([await startInstance('one'), await startInstance('other')]);
  onTestFinished(() => nginx.stop());
  const post = await nginx.request('/Admission', urlencoded(ADMISSION));
  expect(post.status).toBe(503);
  expect(post.headers).toMatchObject({
    ...OWN_HEADERS,
    'retry-after': '10',
    'cache-control': 'no-store',
  });
  expect(post.body).toContain('may not have arrived: wait for our call before you send it again');
  expect(post.body).toContain('न पहुँचा हो');
  expect((await nginx.request('/HomeFr')).status).toBe(503);
  expect(seen.toSorted()).toEqual(['one GET', 'one POST', 'other GET', 'other POST']);
  broken.delete('other');
  for (const [path, form] of [
    ['/Admission', urlencoded(ADMISSION)],
    ['/Career', application(pdfBytes(MIB))],
  ] as const)
    for (let count = 0; count < 4; count += 1)
      expect((await nginx.request(path, form)).body).toBe('taken');
});

test('O5: a form whose instance is killed while it delivers is the same at the other: one entry, one key', async () => {
  const provider = await providerOfTest({ has: 'nothing' });
  await provider.fail('forms', 'hang');
  const { nginx, instances, close } = await startSite({ PROVIDER_URL: provider.url });
  const stored = () =>
    instances.flatMap((instance) =>
      instance.lines
        .filter(({ event }) => event === 'submission-stored')
        .map(({ reference }) => ({ instance, reference })),
    );
  const responding = nginx.request('/Admission', urlencoded(ADMISSION));
  await expect.poll(() => provider.attempts.length).toBe(1);
  await expect.poll(() => stored().length).toBe(1);
  const [first] = stored();
  if (first === undefined) throw new Error('nothing was stored');
  await endProcess(first.instance.child, 'SIGKILL');
  const response = await responding;
  expect(response.status).toBe(202);
  expect(JSON.parse(response.body)).toMatchObject({ ok: true, reference: first.reference });
  // What hangs there ends now, and not at its deadline.
  await provider.stop();
  await provider.heal();
  await expect.poll(() => provider.received.length).toBe(1);
  expect(stored()).toHaveLength(1);
  expect(new Set(provider.attempts).size).toBe(1);
  await close();
});

describe('when instances are gone', () => {
  let nginx: Nginx;
  let instances: readonly [Process, Process];

  beforeAll(async () => {
    if (noNginx !== null) return undefined;
    const site = await startSite();
    ({ nginx, instances } = site);
    return site.close;
  });

  test('one of two: every page is served, and built files that only the other has', async () => {
    await endProcess(instances[0].child, 'SIGKILL');
    for (const path of ['/HomeFr', '/Home', '/Sports', '/Events', '/api/news/GISNUP', '/readyz'])
      expect([path, (await nginx.request(path)).status]).toEqual([path, 200]);
    // In its place comes one that has no files at all, as an older build has not those of a newer one.
    const older = createServer((_request, response) => response.writeHead(404).end());
    await once(older.listen(instances[0].port, '127.0.0.1'), 'listening');
    const page = await (await fetch(`${instances[1].url}/HomeFr`)).text();
    const assets = [...new Set(page.match(/\/assets\/[\w.-]+/g))];
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets)
      expect([asset, (await nginx.request(asset)).status]).toEqual([asset, 200]);
    await endServer(older);
  });

  /** Repeats until nginx has stored the response; pages without lists and replaced pictures are not stored. */
  async function askUntilStored(path: string): Promise<void> {
    await expect
      .poll(async () => (await nginx.request(path)).headers['cache-status'])
      .toMatch(/nginx; detail=HIT$/);
  }

  test('both: stored pages are served stale, others are a notice', async () => {
    await askUntilStored('/HomeFr');
    const page = await nginx.request('/HomeFr');
    const asset = /\/assets\/[\w-]+\.css/.exec(page.body)?.[0] ?? '';
    const picture = /\/api\/image\/[^"\s]+/.exec(page.body)?.[0].replaceAll('&amp;', '&') ?? '';
    for (const path of [asset, picture]) await askUntilStored(path);
    await endProcess(instances[1].child, 'SIGKILL');
    expect((await nginx.request(asset)).status).toBe(200);
    expect((await nginx.request(picture)).status).toBe(200);
    const again = await nginx.request('/HomeFr');
    expect([again.status, again.body === page.body]).toEqual([200, true]);
    const unseen = await nginx.request('/Infrastructure');
    expect([unseen.status, unseen.headers['retry-after']]).toEqual([503, '10']);
    expect(unseen.body).toContain('Please try again');
  });
});
