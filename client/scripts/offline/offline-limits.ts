const MIB = 1024 * 1024;
export const DAY_MS = 24 * 60 * 60 * 1_000;

/** The page that is shown where there is no network. */
export const OFFLINE_PAGE = 'Offline';

/** content/pages/privacy.md states them to visitors. */
export const OFFLINE_LIMITS = {
  /** Visited pages of all builds together; the oldest are deleted. */
  pages: 40,
  /** An older page is not shown any more. */
  pageMs: 14 * DAY_MS,
  /** The offline pages are fetched again after this. */
  offlinePageMs: DAY_MS,
  /** How long a visitor waits for the network before a cached page is shown. */
  networkMs: 4_000,
  /** The server allows uploads 185 s. */
  sendMs: 200_000,
  /** How long a form waits to be stored before it is sent. */
  storeMs: 1_000,
  /** How long a browser may take to open its database: some never do. */
  openMs: 5_000,
  /** Forms that wait for a network; those that were sent do not count. */
  forms: 10,
  formBytes: 20 * MIB,
  /** An older form is not sent, as it may be outdated: what was written is deleted. The note of one that was sent is, too. */
  formMs: 14 * DAY_MS,
};
