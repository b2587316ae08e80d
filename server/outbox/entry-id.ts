/** `<ms>-<fingerprint>-<reference>`: sorts by time, finds doubles and people's numbers without opening files. */
const ID = /^(\d{13})-([0-9a-f]{16})-(GIS-[0-9A-Z]{4}-[0-9A-Z]{4})$/;

/** Name of an entry's folder, and what it says. */
export type EntryId = { id: string; acceptedAtMs: number; fingerprint: string; reference: string };

export function createEntryId(parts: Omit<EntryId, 'id'>): string {
  return `${parts.acceptedAtMs}-${parts.fingerprint}-${parts.reference}`;
}

/** Null for a name that is not an entry's. */
export function parseEntryId(id: string): EntryId | null {
  const [, ms, fingerprint, reference] = ID.exec(id) ?? [];
  if (ms === undefined || fingerprint === undefined || reference === undefined) return null;
  return { id, acceptedAtMs: Number(ms), fingerprint, reference };
}
