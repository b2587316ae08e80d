/** Limits of what is read from the folder, which people and programs outside of this server write. */
export const PUBLICATION_LIMITS = {
  /** A video in `files/` is a mistake. */
  fileBytes: 100 * 1024 * 1024,
  folderBytes: 1024 * 1024 * 1024,
  files: 5_000,
  depth: 8,
  /** Reading, checking and rendering pictures. */
  readMs: 10 * 60_000,
  heapMib: 512,
  /** With what is outside of V8's heap: pictures that are decoded. */
  memoryBytes: 1_536 * 1024 * 1024,
  memoryPollMs: 200,
  /** How long a build waits for a folder that changes. */
  waitMs: 60_000,
  /** Instances that a restart did not reach serve the documents of an older publication. */
  retiredMs: 24 * 60 * 60_000,
} as const;
