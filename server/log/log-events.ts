import { CAMPUSES } from '../../shared/campuses.ts';

type LogEvent = readonly [meaning: string, remedy?: string];

/** Every event of the log: any other does not compile. `npm run docs` writes docs/log-events.md from this table. */
export const LOG_EVENTS = {
  request: ['a response was sent; `cache` names its source; the query is left out'],
  listening: ['the process accepts requests on `port`; metrics and health on `adminPort`'],
  'data-readable': [
    'other users of the machine can enter `folder` of DATA_DIR, which holds personal data',
    '`chmod 700` the folder',
  ],
  'sample-left': [
    '`count` sample values or errors are left in content/ or settings',
    'Before going public: `npm run check:public`',
  ],
  'content-published': [
    "the school's folder is published as `publication`, with `changes` and `warnings`: RESULT.txt of the folder has them",
  ],
  'content-rejected': [
    "the school's folder has `count` errors, such as `examples`; the site shows `publication` still",
    'The office corrects the folder: its RESULT.txt names each error',
  ],
  'publisher-failed': [
    'the folder could not be read or published; tried again within seconds',
    'Check the disk of the release and the share of CONTENT_DIR',
  ],
  'result-unwritten': [
    'RESULT.txt could not be written to the folder; tried again within seconds',
    'Give the publisher the right to write into CONTENT_DIR',
  ],
  stopping: ['the process received a stop signal and finishes requests in flight'],
  stopped: ['the process has exited cleanly'],
  'unexpected-error': ['an unhandled error; the process exits with 1', 'Report it with its stack'],
  'watchdog-failed': [
    'systemd cannot be told that the event loop turns; it restarts the instance every 30 s',
    'Follow `cause`; without `systemd-notify` remove WatchdogSec from the unit',
  ],
  'pages-prewarmed': ['`count` pages are cached before the first visitor'],
  'prewarm-failed': ['pages were not rendered before the first visitor', 'Report it'],
  'search-index-failed': ['the search index was not updated; the old one stays', 'Report it'],
  'browser-error': [
    "an error in a visitor's browser (`script`) or a blocked resource (`policy`); `cause` is the error's class or what was blocked, `file` the place in a script of ours. At most 10 of one address and 100 in all in 10 minutes",
    'Many after a release: report them',
  ],
  'render-failed': ['a page or section could not be rendered', 'Report it with path and stack'],
  'request-failed': ['an internal error; the visitor got a 500 page', 'Report it with its stack'],
  'log-lines-dropped': [
    'the log reader stalled; `count` lines before this one are missing',
    'Check docker logs, the log shipper or the pipe',
  ],
  'site-url-unset': ['PROVIDER_URL is set, SITE_URL is not; forms need localhost', 'Set SITE_URL'],
  'heap-too-large': [
    "V8's heap limit leaves too little memory",
    'Set the Node options in `cause`: docs/operations.md#memory',
  ],
  'untrusted-proxy-header': [
    'proxy headers (`fields`) arrive, but TRUST_PROXY is 0; all visitors share one limit; logged once',
    'Set TRUST_PROXY; nothing without a proxy',
  ],
  'sample-content': ['PROVIDER_URL is not set; records are invented', 'Set PROVIDER_URL'],
  'sample-provider': ['the sample provider listens'],
  'provider-call': ['one call to the provider'],
  'provider-state': [
    'the provider is down, probed or up; `cause` is the reason',
    'Follow `remedy`',
  ],
  'list-failed': [
    'a list could not be fetched; `state` is whether an older copy is served',
    'Follow `remedy`; with cause `unexpected`, report the stack',
  ],
  'albums-limited': [
    'more than 10 requests a minute for albums that no gallery lists; the others get 503. Logged once in 10 minutes',
    "If the albums exist, list them in the platform's gallery",
  ],
  'list-not-found': [
    'twice in a row the provider said of a list that it is not found, while other lists respond: it is shown as empty',
    'If the list should have records, compare its path with docs/provider.openapi.yaml; else ask who runs the provider to send `[]`',
  ],
  'list-emptied': ['a list that had `count` rows is empty', 'Check the records in the platform'],
  'rows-dropped': [
    '`count` records are unreadable or empty (`empty`); `examples` names the errors',
    'Correct the records in the platform',
  ],
  'rows-hidden': [
    '`count` records match no campus or category, such as those of `examples`',
    `In the platform \`school\` is ${CAMPUSES.join(' or ')}, and \`category\` as in docs/provider.openapi.yaml, unless intended; if all are hidden, SCHOOL_CODE is of another school`,
  ],
  'unread-dates': [
    '`count` records have an unreadable date, such as `examples`; they are last in the list',
    'Write dates as 2026-03-05 or 05/03/2026',
  ],
  'unread-times': [
    '`count` events have a time that is shown as written but not read, such as `examples`; calendars have their day',
    'Write times as 10:00 AM - 1:00 PM',
  ],
  'unread-texts': [
    '`count` texts are no text, such as `examples`, and not shown',
    'Send texts as plain text or HTML',
  ],
  'garbled-texts': [
    '`count` texts are shown as they are written and look wrong, such as `examples`: UTF-8 that was encoded twice (`à¤¹`), shortcodes (`[caption …]`), Markdown, or Hindi in a font from before Unicode (`fo|ky;`)',
    'Correct the texts in the platform; for `à¤` or `????` its encoding: UTF-8 (utf8mb4) in its database and its connection',
  ],
  'pasted-files': [
    '`count` fields, such as `examples`, hold pictures or files as data (`data:image/png;base64,…`), which are left out',
    'Upload pictures and files instead of pasting them into the editor',
  ],
  'foreign-pictures': [
    '`count` pictures, such as `examples`, are on another host, or in a text, and not shown',
    'Upload them to the platform as pictures of their record, or set PROVIDER_URL to that host',
  ],
  'snapshot-failed': [
    'a list or the urgent notices could not be written to disk',
    'Check the disk of DATA_DIR',
  ],
  'snapshot-unreadable': ['a list on disk is ignored', 'If often, check the disk'],
  'image-original': ['a file could not be fetched', 'Check the file in the platform'],
  'image-variant': ['a smaller picture was made'],
  'pictures-ahead': ['`count` smaller pictures of a list were made before a request; `failed` not'],
  'image-placeholder': [
    'a smaller picture could not be made; a neutral one was sent',
    'With `broken`, replace the picture: damaged, or over 52 million pixels',
  ],
  'image-disk': [
    'pictures cannot be cached: placeholders are shown',
    'Check space, owner, mode of DATA_DIR; for EMFILE raise `sysctl fs.inotify.max_user_instances` and LimitNOFILE',
  ],
  'disk-low': ['less than 200 MiB free; cached pictures are deleted', 'Free space on the disk'],
  'disk-ok': ['after `disk-low`: pictures are cached again'],
  'form-rejected': [
    "`cause` is the reason, without the visitor's text",
    'Many `cross-site` or `no-origin`: check SITE_URL',
  ],
  'origin-mismatch': [
    'a form of a page at `from` was rejected; SITE_URL is `to`',
    'If visitors see the website at `from`, set SITE_URL to it; if `from` is its http or www address, redirect it to `to`; `none`: the browser or something before this server removes the Origin header',
  ],
  'form-trapped': [
    'a robot or a password manager filled the hidden field; the form was rejected and may be sent again',
  ],
  'submission-stored': ['a form is durable under `reference`'],
  'submission-delivered': ['the provider has accepted a form'],
  'provider-misconfigured': [
    'the provider rejects token, address or route; submissions wait; at most one line in 5 minutes',
    'Correct PROVIDER_TOKEN, PROVIDER_URL or SCHOOL_CODE; then `npm run outbox -- retry --all`',
  ],
  'submission-retry': ['a delivery attempt failed; the next is in `retryInMs`', 'Follow `remedy`'],
  'submission-rejected': [
    'the provider rejected a form; it is a dead letter',
    '`npm run outbox -- show REFERENCE`, fix the cause, `retry REFERENCE`',
  ],
  'submission-expired': [
    'seven days and 100 attempts failed; the form is a dead letter',
    'Fix the cause, then `npm run outbox -- retry REFERENCE`',
  ],
  'alert-sent': [
    'an alert was sent; `count` 0 ends it. `state` is `dead-letters` (unreadable submissions too), `submissions-late` (one waits for 30 minutes), `storage-failing` (forms get 503, or PostgreSQL is down), `rehearsal-failed` (a night without a rehearsed backup) or `database-rewound` (PostgreSQL has lost `references`)',
  ],
  'alert-failed': [
    'an alert could not be sent; it is retried after 15 minutes',
    'Check ALERT_WEBHOOK_URL and ALERT_COMMAND',
  ],
  'submission-repeat-possible': [
    'an attempt had no clear end: no whole response (`cause`), or its process ended or stood still; the form is sent again with the same key, and the platform may have it twice',
    '`npm run outbox -- list` names them; look in the platform for a repeat',
  ],
  'clock-jumped': [
    "the machine's clock jumped by more than a minute, or the machine was suspended; for a day no dead letter is deleted",
    'Check the clock: `timedatectl`',
  ],
  'clock-off': [
    "this machine's clock is ahead of that of the database or the provider (`state`) by `count` seconds, behind if negative: `from` for `to`",
    'Set the clock: `timedatectl set-ntp true`; if it is right, tell who runs the other machine',
  ],
  'outbox-corrupt': [
    'a submission is unreadable; it is a dead letter',
    '`npm run outbox -- list`; check the disk of DATA_DIR',
  ],
  'outbox-storage': [
    'a submission could not be stored, read or deleted: a line for each form that is 503 and, for scans, one a minute for each cause',
    'At once: follow `remedy`; without one, check the disk of DATA_DIR: `dmesg`, `smartctl`',
  ],
  'outbox-damaged': [
    'outbox.db was damaged and is now the file in `folder`; a new one is in use',
    'At once: check the disk; `sqlite3 FILE .recover` reads the old file',
  ],
  'outbox-replaced': [
    'outbox.db or its -wal was removed, replaced or mounted over while the site ran; `count` submissions were brought into the file that is there now, all without a `cause`',
    'Find out who did it (backup, restore, mount); check `npm run outbox -- list`',
  ],
  'outbox-moved': ['`count` submissions were moved from disk to the database'],
  'urgent-notices': ['the urgent notices of `npm run notice` changed; `count` are stored'],
  'urgent-notices-unreadable': [
    'the notices that were shown stay; logged once',
    '`npm run notice -- clear`, then write them again; with PostgreSQL see `database-down`',
  ],
  'database-up': ['the database is available'],
  'database-down': [
    'submissions are stored on disk, rate limits count in each process',
    'Follow `cause`; the site reconnects by itself',
  ],
  'database-rewound': [
    'PostgreSQL is in an earlier state than before, by a failover or a restore; `count` submissions are missing (`references`); those that wait may be repeats',
    'Ask the visitors with these references, which the access log names by time, to send again; use a synchronous standby',
  ],
  'database-statement': [
    'a statement failed; a new submission was stored on disk; one line a minute for each cause',
    'Nothing at a database restart; else as for database-down',
  ],
  'secret-not-shared': [
    'DATABASE_URL is set, SECRET is not; certificate links and rate limits differ between instances',
    'Set the same SECRET on all instances',
  ],
  'certificate-not-found': [
    'no certificate, or the provider failed; `cause` is which',
    '`status 401`: as for provider-misconfigured',
  ],
  'certificate-not-sent': ['a certificate could not be fetched', 'Check the file in the platform'],
  'secret-not-stored': [
    'certificate links end with the process',
    'Set SECRET, or check the disk of DATA_DIR',
  ],
} as const satisfies Record<string, LogEvent>;

export type LogEventName = keyof typeof LOG_EVENTS;

/** docs/log-events.md. */
export function logEventsDocument(): string {
  const items = Object.entries<LogEvent>(LOG_EVENTS).map(
    ([name, [meaning, remedy]]) =>
      `- **\`${name}\`**: ${meaning}.${remedy === undefined ? '' : ` *${remedy}.*`}`,
  );
  return [
    '# Log events',
    '',
    'Written by `npm run docs` from `server/log/log-events.ts`. The log has one JSON line for each event, with `level`, `time` and allow-listed fields, and no personal data. What to do is in italics; without them, nothing.',
    '',
    ...items,
    '',
  ].join('\n');
}
