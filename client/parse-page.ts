/** Another page of the site. Its own styles are left out: the policy of the page that reads it does not allow them. */
export function parsePage(html: string): Document {
  const text = html.replace(/<style.*?<\/style>/gs, '');
  return new DOMParser().parseFromString(text, 'text/html');
}
