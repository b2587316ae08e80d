/** What an operator reads of an event, and what to do about it, if anything. */
type LogEvent = { meaning: string; remedy?: string };

/**
 * Every event that the log may carry: one that is not here does not compile. `npm run docs` writes
 * docs/log-events.md from this table.
 */
export const LOG_EVENTS = {
  request: {
    meaning: 'a request was answered; `cache` says from where, the query is left out',
  },
  listening: {
    meaning:
      'the process answers at `port`, tells metrics and health at `adminPort` and asks `provider`; `version` is what runs',
  },
  doctor: {
    meaning:
      'a first look after the start: `count` checks of content, data folder and the way to the provider are not green, `faults` names them',
    remedy: '`npm run doctor` says for each what is wrong and what mends it',
  },
  'sample-left': {
    meaning:
      '`count` values of content/ or settings are still those of the sample, or not chosen, such as telephone numbers and documents',
    remedy: 'before the site goes public: `npm run check:public` lists them',
  },
  stopping: { meaning: 'the process was told to stop and ends what is under way' },
  stopped: { meaning: 'the process has ended in good order' },
  'unexpected-error': {
    meaning:
      'an error that nothing handles; the process ends with 1 and its supervisor starts it again',
    remedy: 'report it with its stack',
  },
  'pages-prewarmed': {
    meaning: '`count` pages are cached before the first visitor',
  },
  'prewarm-failed': {
    meaning: 'the rendering of pages ahead of visitors ended early',
    remedy: 'report it; pages are rendered when they are asked for',
  },
  'search-index-failed': {
    meaning: 'the index of the search could not follow a list that has changed',
    remedy: 'report it; what was indexed before is found until the list changes again',
  },
  'browser-fault': {
    meaning:
      "a browser reports an error of our scripts (`state` script) or something that the policy stopped (`policy`), with page and place; `*` stands for what may be a visitor's. At most 10 of one address and 100 of all in 10 minutes",
    remedy:
      'nothing for single ones: old browsers and extensions err too. Many after a release: report them',
  },
  'render-failed': {
    meaning:
      'a page, or a section of it, could not be rendered; its path and a stack of source lines say where; every other page works',
    remedy: 'report it with path and stack',
  },
  'request-failed': {
    meaning: 'a request ended in an error of this program; the visitor got a page with 500',
    remedy: 'report it with its stack',
  },
  'log-lines-dropped': {
    meaning:
      'the reader of the log did not read for a while, so `count` lines before this one are missing; requests were served meanwhile',
    remedy: 'look at what reads the output of the process: docker logs, a log shipper, a pipe',
  },
  'site-url-unset': {
    meaning: 'SITE_URL is not set although PROVIDER_URL is: forms are taken from localhost only',
    remedy: 'set SITE_URL to the address that visitors see',
  },
  'heap-too-large': {
    meaning: 'V8 may take more of the memory than leaves room for everything else',
    remedy:
      'start Node with the options that `cause` names, or give it more memory: docs/operations.md#memory',
  },
  'site-url-local': {
    meaning: 'a request came for the host `from`, but SITE_URL is on localhost; said once',
    remedy: 'set SITE_URL to the address that visitors see',
  },
  'untrusted-proxy-header': {
    meaning:
      'a request carries headers of a reverse proxy (`fields`), but TRUST_PROXY is 0, so all visitors count as one address; said once',
    remedy: 'set TRUST_PROXY to the number of proxies in front; nothing if there is none',
  },
  'sample-content': {
    meaning: 'PROVIDER_URL is not set: the records are invented',
    remedy: 'set PROVIDER_URL',
  },
  'sample-provider': { meaning: 'the embedded sample provider listens' },
  'provider-call': {
    meaning: 'one call to the provider, with its status and duration',
  },
  'provider-state': {
    meaning:
      'the provider went down, is being probed, or is up again; `cause` says why, `remedy` what mends it',
    remedy: 'as `remedy` says; pages go on from the last good lists',
  },
  'list-failed': {
    meaning:
      'a list could not be fetched; `cause` says why, `remedy` what mends it, `state` whether an older copy stands in',
    remedy: 'as for provider-state; cause `unexpected` comes with a stack: report it',
  },
  'albums-limited': {
    meaning:
      'visitors ask for more albums that no gallery names than the 10 a minute that the provider is asked for; the others are answered 503. Said once until ten minutes have passed without one',
    remedy: 'nothing, unless the albums exist: then list them in the gallery of the platform',
  },
  'list-emptied': {
    meaning:
      'a list that had `count` rows has none any more; nothing tells that from a wrong answer',
    remedy: 'look into the platform whether its records are still there',
  },
  'rows-dropped': {
    meaning:
      '`count` records of a list could not be read, or have nothing to show (`empty`); `fields` names what is wrong; `rows` are the others',
    remedy: 'correct the records in the platform',
  },
  'rows-hidden': {
    meaning:
      '`count` of the `rows` of a list belong to neither campus or to no category of ours; `schools` and `categories` are theirs. A list that shows nothing stands in `/health` of the admin port under `hiddenLists`',
    remedy: 'correct school and category in the platform, unless they are meant for others',
  },
  'unread-dates': {
    meaning:
      '`count` of the `rows` of a list have a date that nobody can read; they stand last, under All and the first year shown',
    remedy: 'write the dates as 2026-03-05 or 05/03/2026',
  },
  'foreign-pictures': {
    meaning:
      '`count` pictures of a list lie on another host than PROVIDER_URL; pages show pictures of the provider only',
    remedy: 'upload them to the platform; if it is its own other name, set PROVIDER_URL to that',
  },
  'snapshot-failed': {
    meaning: 'the last good copy of a list could not be written',
    remedy: 'look at the disk of DATA_DIR',
  },
  'snapshot-unreadable': {
    meaning: 'a saved list could not be read and is left out',
    remedy: 'nothing, unless it happens often: then look at the disk of DATA_DIR',
  },
  'other-provider-data': {
    meaning:
      'DATA_DIR has lists and pictures of another provider or school code, or unmarked ones of an earlier release; they are not used',
    remedy: 'delete the folders that it names if they are not needed any more',
  },
  'image-original': {
    meaning: 'a picture or document could not be fetched from the provider',
    remedy: 'check that the file exists in the platform',
  },
  'image-variant': {
    meaning: 'a smaller version of a picture was made',
  },
  'pictures-ahead': {
    meaning:
      '`count` pictures that lists have brought were made for phones before anyone asked, `failed` could not be, `pending` wait: until the provider is up again, the disk has room, or the next list has come',
  },
  'image-placeholder': {
    meaning: 'a smaller version of a picture could not be made, so a neutral one was sent',
    remedy:
      'with `broken`, replace the picture in the platform: it is torn, or has more than 52 million pixels',
  },
  'image-metadata': {
    meaning: 'sizes of pictures could not be read or written',
    remedy: 'look at the disk of DATA_DIR',
  },
  'image-disk': {
    meaning:
      'cached pictures cannot be written or read; `cause` says why, and new ones are held in memory',
    remedy: 'look at the disk of DATA_DIR: space, owner, mode',
  },
  'disk-low': {
    meaning:
      'less than 200 MiB are free on the disk of DATA_DIR: cached pictures give way to the forms, and new ones are held in memory',
    remedy: 'make room on the disk',
  },
  'disk-ok': {
    meaning: 'after `disk-low`: there is room again, and pictures are cached',
  },
  'form-rejected': {
    meaning:
      'a form was not taken; `cause` says why (`cv-too-large`, `cross-site`, `too-slow`, …), never what the visitor wrote',
    remedy: 'nothing for single ones; many `cross-site` or `no-origin` speak of SITE_URL',
  },
  'origin-mismatch': {
    meaning:
      'a form was rejected because its page was opened at `from`, and SITE_URL is `to`; one line for each `from`',
    remedy: 'as `cause` says: set SITE_URL, or redirect visitors to it',
  },
  'form-trapped': {
    meaning: 'a robot filled the hidden field; its form was dropped',
  },
  'submission-stored': { meaning: 'a form is durable under its `reference`' },
  'submission-delivered': { meaning: 'the provider has accepted a form' },
  'provider-misconfigured': {
    meaning:
      "the provider does not accept a form's token, address or route (401, 403, 404, 405, a redirect, HTML with 200); submissions wait, at most one line in 5 minutes",
    remedy:
      'check PROVIDER_TOKEN, PROVIDER_URL and SCHOOL_CODE, or ask the provider; then `npm run outbox -- retry --all`, or wait 5 minutes',
  },
  'submission-retry': {
    meaning:
      'a submission was not taken and waits, the next attempt is in `retryInMs`; an error when its `cause` is new, a warning when it lasts; `remedy` is what mends it',
    remedy: 'nothing, unless it lasts: then as `remedy` says',
  },
  'submission-rejected': {
    meaning: 'the provider rejected a form: it is a dead letter',
    remedy: '`npm run outbox -- show REFERENCE`, mend the cause, `retry REFERENCE`',
  },
  'submission-expired': {
    meaning: 'a form could not be delivered for seven days: it is a dead letter',
    remedy: 'mend the cause, then `npm run outbox -- retry REFERENCE`',
  },
  'alert-sent': {
    meaning:
      'the webhook or command of the settings was told of `state`: `dead-letters` or `submissions-late`, `count` 0 when it is over',
  },
  'alert-failed': {
    meaning: 'it could not be told; `cause` says why. It is tried again after an hour',
    remedy: 'check ALERT_WEBHOOK_URL and ALERT_COMMAND; the outbox goes on without them',
  },
  'submission-repeat-possible': {
    meaning:
      'a process died between the delivery of a form and its mark; it is sent again with the same key',
    remedy: 'look in the platform for two enquiries with this reference',
  },
  'outbox-corrupt': {
    meaning: 'a submission cannot be read and was set aside',
    remedy: '`npm run outbox -- list`; look at the disk of DATA_DIR',
  },
  'outbox-storage': {
    meaning:
      'the disk did not take, give or let go of a submission; if it was just sent, the page said that it was not',
    remedy:
      'at once: free or mount the disk of DATA_DIR; for a `cause` of PostgreSQL see database-down',
  },
  'outbox-damaged': {
    meaning:
      'outbox.db was damaged and is now the file in `folder`; submissions go into a new one, and what the old one held waits there',
    remedy: 'at once: check the disk of DATA_DIR; `sqlite3 FILE .recover` prints what can be read',
  },
  'outbox-imported': {
    meaning: '`count` submissions of an earlier release were moved from `outbox/` to outbox.db',
  },
  'outbox-moved': {
    meaning:
      '`count` submissions that lay on this disk, as the database was down or not set, are in the database now',
  },
  'database-up': { meaning: 'the database can be had' },
  'database-down': {
    meaning:
      'the database cannot be had, `cause` says why; submissions are stored on this disk and delivered when it is back, rate limits count in each process; one line for each cause',
    remedy: 'as `cause` says: mend DATABASE_URL or the database; the site connects by itself',
  },
  'database-statement': {
    meaning:
      'a statement failed; a submission of it was stored on this disk; one line a minute for each cause',
    remedy: 'nothing for single ones at a restart of the database; else as for database-down',
  },
  'secret-not-shared': {
    meaning:
      'DATABASE_URL is set and SECRET is not: with several instances, certificate links of one do not work on the others, and repeats and rate limits are seen by each alone',
    remedy: 'set SECRET, the same on all instances',
  },
  'certificate-not-found': {
    meaning: 'a certificate was not found, or the provider failed; `cause` says which',
    remedy:
      'nothing for single ones; `status 401` or `content-type`: as for provider-misconfigured',
  },
  'certificate-not-sent': {
    meaning: "a certificate's picture could not be fetched",
    remedy: 'check that the file exists in the platform',
  },
  'secret-not-stored': {
    meaning: 'the secret could not be written, so certificate links end with this process',
    remedy: 'set SECRET, or look at the disk of DATA_DIR',
  },
} as const satisfies Record<string, LogEvent>;

export type LogEventName = keyof typeof LOG_EVENTS;

/** docs/log-events.md. */
export function logEventsDocument(): string {
  const rows = Object.entries<LogEvent>(LOG_EVENTS).map(
    ([name, { meaning, remedy = 'nothing' }]) => `| \`${name}\` | ${meaning} | ${remedy} |`,
  );
  return [
    '# Log events',
    '',
    'Written by `npm run docs` from `server/log/log-events.ts`. Lines are JSON: `level`, `time`, `event`, and an allow-list of fields (`server/log/log.ts`) that never holds a name, number, message or token.',
    '',
    '| event | meaning | what to do |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
