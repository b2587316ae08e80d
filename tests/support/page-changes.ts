/** What browsers do to a page before its islands start. Each runs in the page. */
export const PAGE_CHANGES = {
  nothing: () => {},
  /** Chrome's translator replaces each text by two `<font>` elements. */
  'a translator': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode())
      if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script,style,textarea')) continue;
      const translated = document.createElement('font');
      translated.append(document.createElement('font'));
      translated.firstElementChild?.append(`हि ${text.data}`);
      text.replaceWith(translated);
    }
    document.documentElement.classList.add('translated-ltr');
  },
  /** A password manager puts its button beside each field. */
  'an extension': () => {
    for (const field of document.querySelectorAll('main form :is(input, select, textarea)'))
      field.after(document.createElement('div'));
  },
} as const;

export type PageChange = keyof typeof PAGE_CHANGES;
