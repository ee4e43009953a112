import { crc32 } from './crc32.ts';

/** A file in a zip, as its own head and the list at the end both tell it. */
export interface Zipped {
  /** of a folder it ends in a slash, and has no bytes */
  name: string;
  /** unpacked */
  size: number;
  /** its bytes; a stream that is not what the list says fails with `ZipBroken` while it is read, a file that cannot be read with what the system says */
  bytes(): AsyncIterable<Uint8Array>;
}

/** No zip, or one that two readers may read as two things. */
export class ZipBroken extends Error {}
const asked = (holds: boolean, what: string): void => {
  if (!holds) throw new ZipBroken(what);
};

const [END, LISTED, HEAD, AFTER, LONG_END] = [0x06054b50, 0x02014b50, 0x04034b50, 0x08074b50, 0x07064b50];
const [END_BYTES, LISTED_BYTES, HEAD_BYTES, AFTER_BYTES, LONG_END_BYTES] = [22, 46, 30, 16, 20];
const STORED = 0;
const DEFLATED = 8;
/** That its sizes come behind it, how well it is packed, that its name is UTF-8. Not: encrypted, patched, with a covered head. */
const KNOWN_FLAGS = 0x080e;
const SIZES_AFTER = 8;
const UTF_8 = 0x0800;
/** Of a file that needs more some readers write nothing, and go on. */
const MOST_VERSION = 20;
/** Made on: these two say nothing of how a name is to be read. */
const MAKERS = [0, 3];
/** Times and owners. What else may stand there tells name, size or place a second time, or more than the file: each reader knows others. */
const KNOWN_EXTRAS = [0x000a, 0x5455, 0x5855, 0x7855, 0x7875];
/** A plain file or a folder, or not said: a link is written as one, and what DOS calls the name of a disk is not written. */
const isPlain = (attributes: number, isFolder: boolean): boolean =>
  [0, isFolder ? 0x4000 : 0x8000].includes((attributes >>> 16) & 0xf000) &&
  (attributes & 0xffff & ~(isFolder ? 0x10 : 0x20)) === 0;

const short = (of: DataView, at: number): number => of.getUint16(at, true);
const long = (of: DataView, at: number): number => of.getUint32(at, true);
const view = async (of: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await of.slice(from, to).arrayBuffer());
const bytesIn = (data: DataView, from: number, length: number): Uint8Array => {
  asked(from + length <= data.byteLength, 'Cut off');
  return new Uint8Array(data.buffer, data.byteOffset + from, length);
};
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
const nameIn = (bytes: Uint8Array, flags: number): string => {
  // whose signs those of an older name are, each reader guesses for itself
  asked((flags & UTF_8) !== 0 || bytes.every((byte) => byte < 0x80), 'A name in signs of somewhere');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ZipBroken('A name that is no text');
  }
};
const askExtras = (data: DataView, from: number, length: number): void => {
  let at = from;
  for (const to = from + length; at < to; at += 4 + short(data, at + 2))
    asked(at + 4 <= to && KNOWN_EXTRAS.includes(short(data, at)), 'More is told of a file than times');
  asked(at === from + length, 'What is told of a file is cut off');
};

const PIECE = 1 << 20;
/** Its bytes; a failure is one of reading, and no other. */
async function* piecesOf(of: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  for (let at = 0; at < of.size; at += PIECE) yield new Uint8Array(await of.slice(at, at + PIECE).arrayBuffer());
}
async function* inflated(of: Blob): AsyncGenerator<Uint8Array, void> {
  const pieces = piecesOf(of);
  let unread: { why: unknown } | undefined;
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (why) {
        unread = { why };
        throw why;
      }
    },
  });
  // it fails too where bytes are left behind the end of what is packed
  const reader = packed.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw unread ? unread.why : new ZipBroken('Bytes that cannot be unpacked');
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function* unpacked(of: Blob, method: number, size: number, sum: number): AsyncIterable<Uint8Array> {
  let [read, summed] = [0, 0];
  for await (const piece of method === STORED ? piecesOf(of) : inflated(of)) {
    read += piece.length;
    asked(read <= size, 'More bytes than the list says');
    summed = crc32(piece, summed);
    yield piece;
  }
  asked(read === size, 'Fewer bytes than the list says');
  asked(summed === sum, 'Bytes of another sum than the list says');
}

type Found = Zipped & { from: number; to: number };
/** The file of which the list tells at `at`, and where the list goes on. Between `from` and `to` the zip is its own. */
const fileAt = async (of: Blob, list: DataView, at: number, listAt: number): Promise<{ file: Found; next: number }> => {
  asked(at + LISTED_BYTES <= list.byteLength && long(list, at) === LISTED, 'The list is broken');
  const [version, flags, method] = [short(list, at + 6), short(list, at + 8), short(list, at + 10)];
  const [sum, packed, size] = [long(list, at + 16), long(list, at + 20), long(list, at + 24)];
  const [names, extras] = [short(list, at + 28), short(list, at + 30)];
  const next = at + LISTED_BYTES + names + extras;
  asked(next <= list.byteLength && short(list, at + 32) === 0, 'The list is broken, or has a remark');
  const named = bytesIn(list, at + LISTED_BYTES, names);
  const name = nameIn(named, flags);
  const isFolder = name.endsWith('/');
  askExtras(list, at + LISTED_BYTES + names, extras);
  asked(MAKERS.includes(list.getUint8(at + 5)), 'Made where names are read otherwise');
  asked(version <= MOST_VERSION && (flags & ~KNOWN_FLAGS) === 0, 'Packed in a way that packs are not');
  asked(method === STORED ? packed === size : method === DEFLATED, 'Packed in a way that packs are not');
  asked(short(list, at + 34) === 0 && short(list, at + 36) <= 1, 'On another disk, or in records');
  asked(isPlain(long(list, at + 38), isFolder), 'Neither a file nor a folder');
  asked(!isFolder || packed + size + sum === 0, 'A folder with bytes');

  // its own head tells the same in the same order, or of its sizes nothing: then they stand behind it
  const from = long(list, at + 42);
  asked(from + HEAD_BYTES <= listAt, 'A file outside');
  const head = await view(of, from, from + HEAD_BYTES);
  const data = from + HEAD_BYTES + names + short(head, 28);
  const end = data + packed;
  const hasSizesAfter = (flags & SIZES_AFTER) !== 0;
  const to = end + (hasSizesAfter ? AFTER_BYTES : 0);
  asked(long(head, 0) === HEAD && short(head, 26) === names && to <= listAt, 'A file without its head, or outside');
  const sizes = bytesIn(list, at + 16, 12);
  asked(
    isSame(bytesIn(head, 4, 10), bytesIn(list, at + 6, 10)) &&
      isSame(bytesIn(head, 14, 12), hasSizesAfter ? new Uint8Array(12) : sizes),
    'A file that its own head tells otherwise',
  );
  if (hasSizesAfter) {
    const after = await view(of, end, to);
    asked(long(after, 0) === AFTER && isSame(bytesIn(after, 4, 12), sizes), 'Other sizes behind a file');
  }
  const own = await view(of, from + HEAD_BYTES, data);
  asked(isSame(bytesIn(own, 0, names), named), 'A file with two names');
  askExtras(own, names, short(head, 28));
  return { file: { name, size, bytes: () => unpacked(of.slice(data, end), method, size, sum), from, to }, next };
};

/**
 * The files of a zip, if it is one that every reader reads alike: no byte of it belongs to nothing, and all that is told of a file is told
 * the same at both of its places. Libraries read around such things, and each in its own way.
 */
export const unzip = async (of: Blob): Promise<Zipped[]> => {
  asked(of.size >= END_BYTES, 'Too short');
  const end = await view(of, of.size - END_BYTES, of.size);
  asked(long(end, 0) === END && short(end, 20) === 0, 'No end, or a remark');
  const [count, listBytes, listAt] = [short(end, 10), long(end, 12), long(end, 16)];
  asked(long(end, 4) === 0 && short(end, 8) === count, 'More than one disk');
  asked(listAt + listBytes === of.size - END_BYTES, 'The list is not before the end');
  const list = await view(of, listAt, listAt + listBytes);
  asked(
    listBytes < LONG_END_BYTES || long(list, listBytes - LONG_END_BYTES) !== LONG_END,
    'A second end, for what is long',
  );
  const found: Found[] = [];
  let at = 0;
  for (let nth = 0; nth < count; nth++) {
    const { file, next } = await fileAt(of, list, at, listAt);
    found.push(file);
    at = next;
  }
  asked(at === listBytes, 'The list is broken');
  let reached = 0;
  for (const { from, to } of found.toSorted((a, b) => a.from - b.from)) {
    asked(from === reached, 'Bytes that belong to nothing');
    reached = to;
  }
  asked(reached === listAt, 'Bytes that belong to nothing');
  return found;
};
