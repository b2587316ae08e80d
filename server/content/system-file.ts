/** What systems and programs put beside the files of a folder: Windows, macOS, and an open Word or LibreOffice. */
export function isSystemFile(name: string): boolean {
  return /^\.|^~\$|^(?:desktop\.ini|thumbs\.db)$/i.test(name);
}
