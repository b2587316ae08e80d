/** Browsers send their errors and the reports of the policy there. */
export const BROWSER_ERROR_PATH = '/api/browser-error';

/** helmet's form. The origins of maps are in content/site.json. */
export const PAGE_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  frameSrc: ["'self'"],
  formAction: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  // All browsers support it; report-to works in few, and only over https.
  reportUri: [BROWSER_ERROR_PATH],
} as const satisfies Record<string, readonly string[]>;

export const POLICIES = {
  /** A browser shows a single picture in a page of its own with inline styles. */
  picture: "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
  /** Without sandbox: Safari shows an empty page for a sandboxed PDF. */
  pdf: "default-src 'none'; object-src 'self'; frame-ancestors 'self'",
  document:
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
} as const;
