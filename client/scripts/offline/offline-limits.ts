const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** What may lie on a visitor's device, and for how long; content/pages/privacy.md says it to visitors. */
export const OFFLINE_LIMITS = {
  /** Visited pages of all builds together; the oldest make room. */
  pages: 40,
  pageBytes: 6 * MIB,
  /** An older page is not shown any more. */
  pageMs: 14 * DAY_MS,
  /** After this the pages that stand in without a network are fetched again. */
  offlinePageMs: DAY_MS,
  /** How long a visitor waits for the network before a page that is kept is shown, in milliseconds. */
  networkMs: 4_000,
  /** How long the server may take for a form that waited; uploads have 185 s there. */
  sendMs: 200_000,
  /** Forms that wait for a network. */
  forms: 10,
  formBytes: 20 * MIB,
  /** A form that has waited longer is not sent any more: what it says may be outdated. */
  formMs: 14 * DAY_MS,
};
