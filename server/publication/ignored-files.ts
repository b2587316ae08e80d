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
  /^(@eaDir|#recycle|\$RECYCLE\.BIN|System Volume Information|lost\+found|__MACOSX)$/i,
];

/** A second copy that a program for synchronizing made when two people changed a file at once. */
const CONFLICT_COPIES = [
  // Dropbox, Nextcloud
  /^(?<name>.+?) \((?:[^)]*['’]s )?conflicted copy[^)]*\)(?<end>\.\w+)?$/i,
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
