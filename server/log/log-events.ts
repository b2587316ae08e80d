/** What an operator reads of an event, and what to do about it, if anything. */
type LogEvent = { meaning: string; remedy?: string };

/**
 * Every event that the log may carry: one that is not here does not compile. `npm run docs` writes
 * docs/log-events.md from this table.
 */
export const LOG_EVENTS = {
  request: {
    meaning: 'a response was sent; `cache` names its source; the query is left out',
  },
  listening: {
    meaning: 'the process accepts requests on `port`; metrics and health on `adminPort`',
  },
  doctor: {
    meaning: '`count` checks failed at the start; `faults` names them',
    remedy: '`npm run doctor` prints the remedies',
  },
  'sample-left': {
    meaning: '`count` sample values are left in content/ or settings',
    remedy: 'before going public: `npm run check:public`',
  },
  stopping: {
    meaning: 'the process received a stop signal and finishes requests in flight',
  },
  stopped: {
    meaning: 'the process has exited cleanly',
  },
  'unexpected-error': {
    meaning: 'an unhandled error; the process exits with 1',
    remedy: 'report it with its stack',
  },
  'pages-prewarmed': {
    meaning: '`count` pages are cached before the first visitor',
  },
  'prewarm-failed': {
    meaning: 'rendering before the first visitor failed; pages are rendered on request',
    remedy: 'report it',
  },
  'search-index-failed': {
    meaning: 'the search index could not be updated; the old index stays',
    remedy: 'report it',
  },
  'browser-fault': {
    meaning:
      "an error in a visitor's browser (`script`) or a blocked resource (`policy`); `*` replaces possible personal data. At most 10 of one address and 100 in all in 10 minutes",
    remedy: 'nothing for single ones; many after a release: report them',
  },
  'render-failed': {
    meaning: 'a page or section could not be rendered',
    remedy: 'report it with path and stack',
  },
  'request-failed': {
    meaning: 'an internal error; the visitor got a 500 page',
    remedy: 'report it with its stack',
  },
  'log-lines-dropped': {
    meaning: 'the log reader stalled; `count` lines before this one are missing',
    remedy: 'check docker logs, the log shipper or the pipe',
  },
  'site-url-unset': {
    meaning: 'PROVIDER_URL is set, SITE_URL is not; forms are accepted from localhost only',
    remedy: 'set SITE_URL',
  },
  'heap-too-large': {
    meaning: "V8's heap limit leaves too little memory",
    remedy: 'set the Node options in `cause`: docs/operations.md#memory',
  },
  'site-url-local': {
    meaning: 'a request for host `from` arrived, but SITE_URL is localhost; logged once',
    remedy: 'set SITE_URL',
  },
  'untrusted-proxy-header': {
    meaning:
      'proxy headers (`fields`) arrive, but TRUST_PROXY is 0; all visitors share one limit; logged once',
    remedy: 'set TRUST_PROXY; nothing without a proxy',
  },
  'sample-content': {
    meaning: 'PROVIDER_URL is not set; records are invented',
    remedy: 'set PROVIDER_URL',
  },
  'sample-provider': {
    meaning: 'the sample provider listens',
  },
  'provider-call': {
    meaning: 'one call to the provider',
  },
  'provider-state': {
    meaning: 'the provider is down, probed, or up; `cause` and `remedy` say why',
    remedy: 'follow `remedy`',
  },
  'list-failed': {
    meaning: 'a list could not be fetched; `state` says whether an older copy is served',
    remedy: 'follow `remedy`; with cause `unexpected`, report the stack',
  },
  'albums-limited': {
    meaning:
      'more than 10 requests a minute for albums that no gallery lists; the others get 503. Logged once in 10 minutes',
    remedy: "nothing; if the albums exist, list them in the platform's gallery",
  },
  'list-emptied': {
    meaning: 'a list that had `count` rows is empty',
    remedy: 'check the records in the platform',
  },
  'rows-dropped': {
    meaning: '`count` records are unreadable or empty (`empty`); `fields` names the errors',
    remedy: 'correct the records in the platform',
  },
  'rows-hidden': {
    meaning: '`count` records match no campus or category; `schools` and `categories` are theirs',
    remedy: 'correct them in the platform, unless intended',
  },
  'unread-dates': {
    meaning: '`count` records have an unreadable date; they are last in the list',
    remedy: 'write dates as 2026-03-05 or 05/03/2026',
  },
  'foreign-pictures': {
    meaning: '`count` pictures are on another host and not shown',
    remedy: 'upload them to the platform, or set PROVIDER_URL to that host',
  },
  'snapshot-failed': {
    meaning: 'a list could not be written to disk',
    remedy: 'check the disk of DATA_DIR',
  },
  'snapshot-unreadable': {
    meaning: 'a list on disk is unreadable and ignored',
    remedy: 'if frequent, check the disk of DATA_DIR',
  },
  'other-provider-data': {
    meaning: 'DATA_DIR has unused lists and pictures of another provider or release',
    remedy: 'delete the folders in `folder`',
  },
  'image-original': {
    meaning: 'a file could not be fetched from the provider',
    remedy: 'check the file in the platform',
  },
  'image-variant': {
    meaning: 'a smaller picture was made',
  },
  'pictures-ahead': {
    meaning: '`count` pictures were made before a request; `failed` failed, `pending` wait',
  },
  'image-placeholder': {
    meaning: 'a smaller picture could not be made; a neutral one was sent',
    remedy: 'with `broken`, replace the picture: damaged, or over 52 million pixels',
  },
  'image-metadata': {
    meaning: 'picture sizes could not be read or written',
    remedy: 'check the disk of DATA_DIR',
  },
  'image-disk': {
    meaning: 'pictures cannot be cached on disk; memory is used',
    remedy: 'check the disk of DATA_DIR: space, owner, mode',
  },
  'disk-low': {
    meaning: 'less than 200 MiB free; cached pictures are deleted',
    remedy: 'free space on the disk',
  },
  'disk-ok': {
    meaning: 'after `disk-low`: pictures are cached again',
  },
  'form-rejected': {
    meaning: "a form was not accepted; `cause` says why, without the visitor's text",
    remedy: 'nothing for single ones; many `cross-site` or `no-origin`: check SITE_URL',
  },
  'origin-mismatch': {
    meaning: 'a form of a page at `from` was rejected; SITE_URL is `to`',
    remedy: 'set SITE_URL, or redirect visitors to it',
  },
  'form-trapped': {
    meaning: 'a robot filled the hidden field; its form was dropped',
  },
  'submission-stored': {
    meaning: 'a form is durable under `reference`',
  },
  'submission-delivered': {
    meaning: 'the provider has accepted a form',
  },
  'provider-misconfigured': {
    meaning:
      'the provider rejects token, address or route; submissions wait; at most one line in 5 minutes',
    remedy:
      'correct PROVIDER_TOKEN, PROVIDER_URL or SCHOOL_CODE; then `npm run outbox -- retry --all`',
  },
  'submission-retry': {
    meaning: 'a delivery attempt failed; the next is in `retryInMs`',
    remedy: 'if it persists, follow `remedy`',
  },
  'submission-rejected': {
    meaning: 'the provider rejected a form; it is a dead letter',
    remedy: '`npm run outbox -- show REFERENCE`, fix the cause, `retry REFERENCE`',
  },
  'submission-expired': {
    meaning: 'seven days of attempts failed; the form is a dead letter',
    remedy: 'fix the cause, then `npm run outbox -- retry REFERENCE`',
  },
  'alert-sent': {
    meaning:
      'an alert was sent; `state` is `dead-letters` or `submissions-late`; `count` 0 ends it',
  },
  'alert-failed': {
    meaning: 'an alert could not be sent; it is retried after an hour',
    remedy: 'check ALERT_WEBHOOK_URL and ALERT_COMMAND',
  },
  'submission-repeat-possible': {
    meaning: 'a process died during a delivery; the form is sent again with the same key',
    remedy: 'look in the platform for a repeat of this reference',
  },
  'outbox-corrupt': {
    meaning: 'a submission is unreadable and quarantined',
    remedy: '`npm run outbox -- list`; check the disk of DATA_DIR',
  },
  'outbox-storage': {
    meaning:
      'a submission could not be stored, read or deleted; a visitor who was sending saw an error',
    remedy: 'at once: free or mount the disk; with PostgreSQL as for database-down',
  },
  'outbox-damaged': {
    meaning: 'outbox.db was damaged and is now the file in `folder`; a new one is in use',
    remedy: 'at once: check the disk; `sqlite3 FILE .recover` reads the old file',
  },
  'outbox-imported': {
    meaning: '`count` submissions of an earlier release were moved to outbox.db',
  },
  'outbox-moved': {
    meaning: '`count` submissions were moved from disk to the database',
  },
  'database-up': {
    meaning: 'the database is available',
  },
  'database-down': {
    meaning:
      'the database is unavailable; submissions are stored on disk, rate limits count in each process',
    remedy: 'follow `cause`; the site reconnects by itself',
  },
  'database-statement': {
    meaning:
      'a statement failed; its submission was stored on disk; one line a minute for each cause',
    remedy: 'nothing at a database restart; else as for database-down',
  },
  'secret-not-shared': {
    meaning:
      'DATABASE_URL is set, SECRET is not; certificate links and rate limits differ between instances',
    remedy: 'set the same SECRET on all instances',
  },
  'certificate-not-found': {
    meaning: 'no certificate, or the provider failed; `cause` says which',
    remedy: 'nothing for single ones; `status 401`: as for provider-misconfigured',
  },
  'certificate-not-sent': {
    meaning: "a certificate's picture could not be fetched",
    remedy: 'check the file in the platform',
  },
  'secret-not-stored': {
    meaning: 'the secret could not be stored; certificate links end with the process',
    remedy: 'set SECRET, or check the disk of DATA_DIR',
  },
} as const satisfies Record<string, LogEvent>;

export type LogEventName = keyof typeof LOG_EVENTS;

/** docs/log-events.md. */
export function logEventsDocument(): string {
  const items = Object.entries<LogEvent>(LOG_EVENTS).map(
    ([name, { meaning, remedy }]) =>
      `- **\`${name}\`**: ${meaning}.${remedy === undefined ? '' : ` → *${remedy}*`}`,
  );
  return [
    '# Log events',
    '',
    'Written by `npm run docs` from `server/log/log-events.ts`. The log has one JSON line for each event, with `level`, `time` and allow-listed fields, and no personal data. What to do stands after the arrow; without one, nothing.',
    '',
    ...items,
    '',
  ].join('\n');
}
