export type Posted = { status: number; reference: string };

const ENQUIRY = { email: 'a@b.co', phone: '9876543210', message: 'Hello' };
const APPLICATION = { phone: '1', subject: 'x', mailType: 'y', experience: 'z' };

/** Posts an enquiry, or an application with a CV, as the page's script does. */
export async function postForm(
  port: number,
  name: string,
  cv: Buffer | null = null,
): Promise<Posted> {
  const application = new FormData();
  for (const [key, value] of Object.entries({ name, ...APPLICATION }))
    application.append(key, value);
  if (cv !== null) application.append('attachments', new Blob([new Uint8Array(cv)]), 'cv.pdf');
  const response = await fetch(`http://127.0.0.1:${port}${cv === null ? '/Home' : '/Career'}`, {
    method: 'POST',
    body: cv === null ? new URLSearchParams({ name, ...ENQUIRY }) : application,
    headers: { Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' },
  });
  const { reference = '' } = Object(await response.json());
  return { status: response.status, reference: String(reference) };
}
