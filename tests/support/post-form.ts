import { CAREER, ENQUIRY } from './form-page.ts';

/** Posts fields, and a CV where there is one, as the page's script does. */
export async function postFields(
  port: number,
  path: string,
  fields: Readonly<Record<string, string>>,
  cv: Buffer | null = null,
): Promise<{ status: number; body: object }> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  if (cv !== null)
    form.append('attachments', new Blob([new Uint8Array(cv)]), `${fields['name']}.pdf`);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: cv === null ? new URLSearchParams(fields) : form,
    headers: { Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' },
  });
  return { status: response.status, body: Object(await response.json()) };
}

/** Posts an enquiry, or an application with a CV. */
export async function postForm(port: number, name: string, cv: Buffer | null = null) {
  const [path, fields] = cv === null ? ['/Home', ENQUIRY] : ['/Career', CAREER];
  const { status, body } = await postFields(port, path, { ...fields, name }, cv);
  return { status, reference: 'reference' in body ? String(body.reference) : '' };
}
