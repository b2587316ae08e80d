const more = Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
);

/** Of XML: each is ten of the one before it, so that `&e9;` is 10 GB of text. */
export const ENTITIES = `<!ENTITY e0 "0123456789">${more.join('')}`;
