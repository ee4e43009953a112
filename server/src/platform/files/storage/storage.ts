import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';

/** Bytes of a content, both ends counted, from 0. */
export interface Range {
  start: number;
  end: number;
}

/** Where contents lie, each under the SHA-256 of what is in it, so that none is ever changed. */
export interface Storage {
  /** what it is, for people: no secret */
  readonly name: string;
  /** Keeps all of `source` or nothing. What is there already is written anew: that costs the same and heals what is damaged. */
  put(sha256: string, source: Readable): Promise<void>;
  /** null: there is none */
  get(sha256: string, range?: Range): Promise<Readable | null>;
  /** how many bytes; null: there is none */
  stat(sha256: string): Promise<number | null>;
  /** what is not there is deleted already */
  delete(sha256: string): Promise<void>;
  /** Takes away what a process left behind that ended while it wrote. */
  tidy(): Promise<void>;
  /** the database whose contents these are; null: nobody has said */
  owner(): Promise<string | null>;
  own(owner: string): Promise<void>;
  close(): void;
}

/** Where the owner is written, beside the contents: whoever copies these copies it, too. */
export const OWNER = 'owner';

const form = /^[0-9a-f]{64}$/;

/** The same place in every storage (`ab/cd…`), so that contents can be copied from one to another as they lie. */
export const placeOf = (sha256: string): string => {
  if (!form.test(sha256)) throw new TypeError('A content is named by its SHA-256');
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
};

export class Damaged extends Error {
  constructor(sha256: string) {
    super(`What lies under ${sha256} is something else`);
  }
}

/**
 * Passes bytes on and fails when they are not those of this name. The last part is held back until that is known: whoever
 * reads what is damaged never has all of it, however small it is.
 */
export const checked = (sha256: string): Transform => {
  const hash = createHash('sha256');
  let last: Buffer | null = null;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      const before = last;
      last = part;
      done(null, before);
    },
    flush(done) {
      if (hash.digest('hex') === sha256) done(null, last);
      else done(new Damaged(sha256));
    },
  });
};
