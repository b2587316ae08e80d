/** Where browsers report their faults, and what the policy has stopped. */
export const BROWSER_FAULT_PATH = '/api/browser-fault';

/**
 * Every Content-Security-Policy of the site, as directives of helmet's form. A source is added here and
 * nowhere else; what pages may load into frames (the maps) comes from content/site.json.
 */
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
  // All browsers know it; its successor report-to works in few of them, and only over https.
  reportUri: [BROWSER_FAULT_PATH],
} as const satisfies Record<string, readonly string[]>;

/** Policies of what is no page. */
export const POLICIES = {
  /** A browser that opens a picture by itself puts it into a page of its own, with styles in it. */
  picture: "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
  /**
   * Safari shows an empty page for a sandboxed PDF, and Chromium's viewer drops the policy; scripts in a
   * PDF never run as ours.
   */
  pdf: "default-src 'none'; object-src 'self'; frame-ancestors 'self'",
  /** A document of content/files, which our own pages may show in a frame (the sample certificate). */
  document:
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
} as const;
