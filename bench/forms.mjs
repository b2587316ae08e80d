// How long a visitor waits for "submitted", with the sample provider up, and what sixteen uploads at once cost.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { residentBytes, startSite } from './processes.mjs';

const ENQUIRIES = 400;
const CVS = 60;
const CV_BYTES = 5 * 1024 * 1024;
const UPLOADS_AT_ONCE = 16;
const BOUNDARY = 'bench-boundary';

export async function benchForms() {
  const site = await startSite({ TRUST_PROXY: '1' });
  const { port } = site;
  try {
    const enquiries = await times(ENQUIRIES, (count) => post(port, '/Home', count, enquiry(count)));
    const uploads = await times(CVS, (count) => post(port, '/Career', count, application(count)));
    const before = residentBytes(site.pid);
    const most = await sixteenAtOnce(port, site.pid);
    console.log(
      `\n## Forms, one at a time, durable and delivered to the sample provider, ${process.version}\n`,
    );
    console.log('| form | p50 ms | p99 ms |\n|---|---|---|');
    console.log(`| Get In Touch (${ENQUIRIES}) | ${quantiles(enquiries)} |`);
    console.log(`| Career with a CV of 5 MB (${CVS}) | ${quantiles(uploads)} |`);
    console.log(
      `\n${UPLOADS_AT_ONCE} uploads of 5 MB at once: memory ${mib(before)} before, ${mib(most)} at most\n`,
    );
  } finally {
    await site.stop();
  }
}

async function times(count, send) {
  const taken = [];
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    const status = await send(index);
    if (status !== 200) throw new Error(`a form was answered with ${status}`);
    taken.push(performance.now() - started);
  }
  return taken;
}

async function post(port, path, client, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body,
    headers: {
      Accept: 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      // Each post is another visitor's, as far as limits go.
      'X-Forwarded-For': `10.1.${client >> 8}.${client & 255}`,
    },
  });
  await answer.arrayBuffer();
  return answer.status;
}

function enquiry(index) {
  return new URLSearchParams({
    name: `Parent ${index}`,
    email: 'parent@example.org',
    phone: '9876543210',
    message: 'When does the admission for the next session begin?',
  });
}

function application(index) {
  const form = new FormData();
  const fields = {
    name: `Teacher ${index}`,
    phone: '9876543210',
    subject: 'Physics',
    mailType: 'PGT',
    experience: '4',
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('attachments', new Blob([pdf()], { type: 'application/pdf' }), 'cv.pdf');
  return form;
}

/** Random bytes between a PDF's beginning and end. */
function pdf() {
  const [head, tail] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF\n')];
  return Buffer.concat([head, randomBytes(CV_BYTES - head.length - tail.length), tail]);
}

/** Sends sixteen CVs piece by piece, side by side, and answers the most memory that was seen. */
async function sixteenAtOnce(port, pid) {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, 10);
  await Promise.all(
    Array.from({ length: UPLOADS_AT_ONCE }, (_, index) => uploadSlowly(port, index)),
  );
  clearInterval(watch);
  return most;
}

async function uploadSlowly(port, index) {
  const body = Buffer.concat([
    ...Object.entries({
      name: `At once ${index}`,
      phone: '1',
      subject: 'x',
      mailType: 'y',
      experience: 'z',
    }).map(([name, value]) =>
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
    ),
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="attachments"; filename="cv.pdf"\r\n\r\n`,
    ),
    pdf(),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(
    `POST /Career HTTP/1.1\r\nHost: localhost:${port}\r\nSec-Fetch-Site: same-origin\r\nAccept: application/json\r\nX-Forwarded-For: 10.2.0.${index}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
  );
  const piece = 256 * 1024;
  for (let at = 0; at < body.length; at += piece) {
    if (!socket.write(body.subarray(at, at + piece))) await once(socket, 'drain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await once(socket, 'close');
  if (!/^HTTP\/1\.1 20[02]/.test(answer))
    throw new Error(`an upload was answered with ${answer.slice(0, 40)}`);
}

function quantiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return `${at(0.5).toFixed(1)} | ${at(0.99).toFixed(1)}`;
}

function mib(bytes) {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
