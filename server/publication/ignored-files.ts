/** The publisher's answer to the office. */
export const RESULT_FILE = 'RESULT.txt';

/**
 * What programs leave beside files: locks, temporary and hidden files, previews. None is content, and they come and go
 * while somebody works.
 */
const IGNORED = [
  /^\./,
  /^~\$/,
  /^~.*\.tmp$/i,
  /~$/,
  /\.(tmp|temp|part|partial|crdownload|swp|lock)$/i,
  /^(ehthumbs|thumbs)(_vista)?\.db$/i,
  /^desktop\.ini$/i,
  // Of macOS: the picture of a folder, and what a program in a sandbox saves to before it renames it.
  /^Icon\r$/,
  /\.sb-[\da-f]{8}-\w{6}$/,
  // Windows notes there that a file was downloaded.
  /:Zone\.Identifier$/i,
  /^(@eaDir|#recycle|\$RECYCLE\.BIN|System Volume Information|lost\+found|__MACOSX)$/i,
];

/** A second copy that a program for synchronizing made when two people changed a file at once. */
const CONFLICT_COPIES = [
  // Dropbox, Nextcloud; Seafile, after the extension
  /^(?<name>.+?) \((?:[^)]*['’]s )?(?:conflicted copy|case (?:conflict|clash)|SFConflict\b)[^)]*\)(?<end>\.\w+)?$/i,
  // ownCloud
  /^(?<name>.+?)_conflict-\d{8}-\d{6}(?<end>\.\w+)?$/i,
  // rclone, which renames both
  /^(?<name>.+?\.\w+)\.(?:conflict\d+|\.path[12])$/i,
  // Syncthing
  /^(?<name>.+?)\.sync-conflict-\d{8}-\d{6}-\w+(?<end>\.\w+)?$/i,
  // OneDrive appends the name of the computer
  /^(?<name>.+?)-(?:DESKTOP|LAPTOP)-[A-Z0-9]{5,8}(?:-\d+)?(?<end>\.\w+)?$/,
];

export function isIgnored(name: string): boolean {
  return name === RESULT_FILE || IGNORED.some((pattern) => pattern.test(name));
}

/** The name of the file that has been copied; null for others. */
export function conflictOf(name: string): string | null {
  for (const pattern of CONFLICT_COPIES) {
    const groups = pattern.exec(name)?.groups;
    if (groups !== undefined) return `${groups['name'] ?? ''}${groups['end'] ?? ''}`;
  }
  return null;
}
