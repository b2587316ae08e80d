import { colourOf, jpeg, pdf, png, sha256, type StoredFile } from './files.ts';

type Stored = { readonly id: string; readonly hash: string };

const INDIA_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

function mongoId(sequence: number): string {
  return `66b0c1d2${(0xe5f6a7b8c9d0 + sequence * 17).toString(16).padStart(16, '0')}`;
}

/** Midnight in India of the day `back` days before `now`. */
export function indianDay(now: Date, back: number): { stamp: string; day: string } {
  const shifted = new Date(
    Math.floor((now.getTime() + INDIA_MS) / DAY_MS) * DAY_MS - back * DAY_MS,
  );
  return {
    stamp: new Date(shifted.getTime() - INDIA_MS).toISOString(),
    day: shifted.toISOString().slice(0, 10),
  };
}

export class TidyStore {
  readonly files = new Map<string, StoredFile>();
  #sequence = 0;

  id(): string {
    this.#sequence += 1;
    return mongoId(this.#sequence);
  }

  #keep(id: string, file: StoredFile): Stored {
    this.files.set(id, file);
    return { id, hash: sha256(file.bytes) };
  }

  /** By turns a GridFS id without a name and a dated path. */
  picture(): Stored {
    const id = this.id();
    const colour = colourOf(this.#sequence);
    if (this.#sequence % 2 === 0) return this.#keep(id, png(colour));
    const month = String((this.#sequence % 12) + 1).padStart(2, '0');
    return this.#keep(`2026/${month}/img_${this.#sequence}.jpeg`, jpeg(colour));
  }

  document(name: string): Stored {
    const id = this.id();
    return this.#keep(`2026/docs/${id}.pdf`, pdf(name));
  }
}
