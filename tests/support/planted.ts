import { PASSWORD } from './postgres.ts';
import type { Nginx } from './nginx.ts';
import { pdfBytes } from './pdf.ts';

/** What no log, metric or alert may have; `planted` is in all of it that is no number. */
export const PLANTED = {
  firstToken: 'planted-Token-1',
  nextToken: 'planted-Token-2',
  secret: 'planted-secret-of-at-least-32-characters',
  phone: '9811122233',
  otherPhone: '9844455566',
  email: 'planted.parent@mail.in',
  message: 'Plantedmessage: my child needs a bus',
  cvName: 'planted-cv-of-meera.pdf',
};

/** Searched for in any letter case. */
const NEEDLES = [
  'planted',
  PASSWORD,
  PLANTED.phone,
  PLANTED.otherPhone,
  ...[PLANTED.firstToken, PLANTED.nextToken, PLANTED.secret, PLANTED.email].map((text) =>
    Buffer.from(text).toString('base64').slice(0, 12),
  ),
].map((text) => text.toLowerCase());

/** Lines in which something planted stands. */
export function plantedIn(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => NEEDLES.some((needle) => line.toLowerCase().includes(needle)));
}

type Sent = { name: string; status: number };

/** A parent's and an applicant's forms, sent as a browser sends them to the school's address. */
export function visitorsOf(nginx: Pick<Nginx, 'request'>, origin: string) {
  /** Names of the forms that were acknowledged. */
  const acknowledged: string[] = [];
  let forms = 0;

  /** No two are alike, as one that is sent twice counts once. */
  function nextName(): string {
    forms += 1;
    return `Planted ${String.fromCodePoint(64 + forms).repeat(3)}`;
  }

  async function send(path: string, name: string, body: URLSearchParams | FormData): Promise<Sent> {
    const request = new Request('http://localhost', { method: 'POST', body });
    const response = await nginx.request(path, {
      method: 'POST',
      headers: {
        'Content-Type': request.headers.get('content-type') ?? '',
        Accept: 'application/json',
        Origin: origin,
        Referer: `${origin}/News?q=plantedsearch`,
      },
      body: Buffer.from(await request.arrayBuffer()),
    });
    if (response.status === 200 || response.status === 202) acknowledged.push(name);
    return { name, status: response.status };
  }

  return {
    acknowledged,
    enquire(more: Readonly<Record<string, string>> = {}): Promise<Sent> {
      const name = nextName();
      const { phone, email, message } = PLANTED;
      return send('/HomeFr', name, new URLSearchParams({ name, phone, email, message, ...more }));
    },
    apply(cv: Buffer = pdfBytes(20_000)): Promise<Sent> {
      const name = nextName();
      const form = new FormData();
      const fields = { name, phone: PLANTED.otherPhone, subject: 'Plantedsubject' };
      for (const [key, value] of Object.entries({ ...fields, mailType: 'PGT', experience: '4' }))
        form.append(key, value);
      form.append('attachments', new Blob([new Uint8Array(cv)]), PLANTED.cvName);
      return send('/Career', name, form);
    },
    /** Looks for a certificate that is not there. */
    async lookUp(): Promise<number> {
      const body = new URLSearchParams({ admission: 'PLANTED-1', name: 'Plantedpupil' });
      return (await send('/Tc', '', body)).status;
    },
  };
}
