import { colourOf, jpeg, pdf, png, sha256, type StoredFile } from './files.ts';

/** Media types that a picture is served with, by turns: none known, vague, wrong, missing. */
const TYPES = [undefined, 'application/octet-stream', 'image/jpg', 'IMAGE/PNG; charset=binary', ''];

/** The stored files and the counters of one messy world. */
export class MessyStore {
  readonly files = new Map<string, StoredFile>();
  readonly own: string;
  #sequence = 0;

  constructor(own: string) {
    this.own = own;
  }

  next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** Keeps a file of a new look; its media type is at times wrong, vague or missing. */
  keep(path: string, kind: 'pictures' | 'documents'): string {
    const known = this.files.get(path);
    if (known !== undefined) return sha256(known.bytes);
    const index = this.next();
    const look = index % 2 === 0 ? png : jpeg;
    const file = kind === 'documents' ? pdf(`Document ${index}`) : look(colourOf(index));
    const type = kind === 'documents' ? file.type : (TYPES[index % TYPES.length] ?? file.type);
    this.files.set(path, { bytes: file.bytes, type });
    return sha256(file.bytes);
  }
}
