import { constants, crc32, deflateRawSync } from 'node:zlib';

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** an empty last block */
const lastBlock = Buffer.from([3, 0]);
const options = { level: 5, finishFlush: constants.Z_SYNC_FLUSH };

let last = { text: '', block: Buffer.alloc(0), bytes: Buffer.alloc(0) };
/** A text as blocks of their own that end on a whole byte. Who sends the same to many compresses it once. */
const blockOf = (text: string): typeof last => {
  if (last.text !== text) {
    const bytes = Buffer.from(text);
    last = { text, bytes, block: deflateRawSync(bytes, options) };
  }
  return last;
};

/**
 * A gzip stream put together of texts that were compressed each by itself: readers who came at different times may be
 * sent the same bytes, and each text can be read as soon as it has arrived.
 */
export class GzipEvents {
  #begun = false;
  #sum = 0;
  #length = 0;

  next(text: string): Buffer {
    const { bytes, block } = blockOf(text);
    this.#sum = crc32(bytes, this.#sum);
    this.#length += bytes.length;
    if (this.#begun) return block;
    this.#begun = true;
    return Buffer.concat([header, block]);
  }

  end(): Buffer {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#sum, 0);
    trailer.writeUInt32LE(this.#length % 2 ** 32, 4);
    return Buffer.concat([...(this.#begun ? [] : [header]), lastBlock, trailer]);
  }
}
