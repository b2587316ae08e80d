/** Name under which a certificate is saved. */
export const CERTIFICATE_FILE = 'tc.jpg';

/** Returns false when the certificate cannot be fetched. */
export async function downloadCertificate(link: string): Promise<boolean> {
  try {
    const response = await fetch(link, { cache: 'no-store' });
    if (!response.ok) return false;
    const address = URL.createObjectURL(await response.blob());
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = CERTIFICATE_FILE;
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    // The download has its own hold on the blob once the click is over.
    setTimeout(() => URL.revokeObjectURL(address), 0);
    return true;
  } catch {
    return false;
  }
}
