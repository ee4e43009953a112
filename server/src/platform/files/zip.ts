import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** A file that is packed in parts, one after the other and perhaps by several processes: what is known of it so far. */
export interface Packed {
  /** unpacked */
  bytes: number;
  crc: number;
}
export const nothingPacked: Packed = { bytes: 0, crc: 0 };
/** What the numbers of the plain format hold. */
export const MOST_BYTES = 0xffff_ffff;

const deflated = promisify(deflateRaw) as (bytes: Buffer, options: object) => Promise<Buffer>;

/** A part for itself, ended at a byte and depending on none before, so that parts need only be put one behind the other. */
export const packPart = async (text: string, before: Packed): Promise<{ part: Buffer; after: Packed }> => {
  const bytes = Buffer.from(text);
  const part = await deflated(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  return { part, after: { bytes: before.bytes + bytes.length, crc: crc32(bytes, before.crc) } };
};

/** The empty block that ends what was deflated. */
const END = Buffer.from([3, 0]);
const UTF8 = 0x0800;
const DEFLATED = 8;
const VERSION = 20;

/** What stands around the parts: a ZIP with one file in it. `size`: of all parts together. */
export const zipAround = (
  name: string,
  { bytes, crc }: Packed,
  size: number,
  at: Date,
): { head: Buffer; tail: Buffer; length: number } => {
  const called = Buffer.from(name);
  const packed = size + END.length;
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const facts = Buffer.alloc(26);
  for (const [value, offset] of [
    [VERSION, 0],
    [UTF8, 2],
    [DEFLATED, 4],
    [time, 6],
    [date, 8],
    [called.length, 22],
  ] as const)
    facts.writeUInt16LE(value, offset);
  facts.writeUInt32LE(crc, 10);
  facts.writeUInt32LE(packed, 14);
  facts.writeUInt32LE(bytes, 18);
  const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, called]);
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    Buffer.from([VERSION, 0]),
    facts,
    Buffer.alloc(14),
    called,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(head.length + packed, 16);
  const tail = Buffer.concat([END, entry, end]);
  return { head, tail, length: head.length + size + tail.length };
};
