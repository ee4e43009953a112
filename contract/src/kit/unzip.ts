/** A file in a zip, as its own head and the list at the end both tell it. */
export interface Zipped {
  name: string;
  /** unpacked */
  size: number;
  /** its bytes; a stream that is not what the list says fails while it is read */
  bytes(): AsyncIterable<Uint8Array>;
}

/** No zip, or one that two readers may read as two things. */
export class ZipBroken extends Error {}
const asked = (holds: boolean, what: string): void => {
  if (!holds) throw new ZipBroken(what);
};

const END = 0x06054b50;
const LISTED = 0x02014b50;
const HEAD = 0x04034b50;
const AFTER = 0x08074b50;
const NAMED_TWICE = 0x7075;
const STORED = 0;
const DEFLATED = 8;

const view = async (of: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await of.slice(from, to).arrayBuffer());
const textIn = (data: DataView, from: number, length: number): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(data.buffer, from, length));
  } catch {
    throw new ZipBroken('A name that is no text');
  }
};
const extrasIn = (data: DataView, from: number, length: number): number[] => {
  const kinds: number[] = [];
  for (let at = from; at + 4 <= from + length; at += 4 + data.getUint16(at + 2, true))
    kinds.push(data.getUint16(at, true));
  return kinds;
};

async function* unpacked(of: Blob, method: number, size: number): AsyncIterable<Uint8Array> {
  const stream = of.stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
  const reader = (method === STORED ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'))).getReader();
  let read = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new ZipBroken('Bytes that cannot be unpacked');
      });
      if (done) break;
      read += value.length;
      asked(read <= size, 'More bytes than the list says');
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  asked(read === size, 'Fewer bytes than the list says');
}

/**
 * The files of a zip, if it is one that every reader reads alike: no byte of it belongs to nothing, each file is named once and
 * the same at both of its places. Libraries read around such things, and each in its own way.
 */
export const unzip = async (of: Blob): Promise<Zipped[]> => {
  asked(of.size >= 22, 'Too short');
  const end = await view(of, of.size - 22, of.size);
  asked(end.getUint32(0, true) === END && end.getUint16(20, true) === 0, 'No end, or a comment');
  const count = end.getUint16(10, true);
  const listBytes = end.getUint32(12, true);
  const listAt = end.getUint32(16, true);
  asked(count < 0xffff && listAt + listBytes === of.size - 22, 'The list is not before the end');
  const list = await view(of, listAt, listAt + listBytes);
  const found: (Zipped & { from: number; to: number })[] = [];
  let at = 0;
  for (let nth = 0; nth < count; nth++) {
    asked(at + 46 <= listBytes && list.getUint32(at, true) === LISTED, 'The list is broken');
    const [flags, method] = [list.getUint16(at + 8, true), list.getUint16(at + 10, true)];
    const [packed, size] = [list.getUint32(at + 20, true), list.getUint32(at + 24, true)];
    const [names, extras, comment] = [28, 30, 32].map((more) => list.getUint16(at + more, true)) as [
      number,
      number,
      number,
    ];
    const from = list.getUint32(at + 42, true);
    asked(at + 46 + names + extras + comment <= listBytes, 'The list is broken');
    const name = textIn(list, at + 46, names);
    asked(!extrasIn(list, at + 46 + names, extras).includes(NAMED_TWICE), 'A file with two names');
    asked((flags & 1) === 0 && (method === STORED || method === DEFLATED), 'Packed in a way that packs are not');
    asked(from + 30 <= listAt, 'A file outside');
    const head = await view(of, from, from + 30);
    asked(head.getUint32(0, true) === HEAD && head.getUint16(8, true) === method, 'A file without its head');
    const data = from + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    const own = await view(of, from + 30, Math.min(data, listAt));
    asked(
      own.byteLength === data - from - 30 && textIn(own, 0, head.getUint16(26, true)) === name,
      'A file with two names',
    );
    asked(
      !extrasIn(own, head.getUint16(26, true), head.getUint16(28, true)).includes(NAMED_TWICE),
      'A file with two names',
    );
    let to = data + packed;
    asked(to <= listAt, 'A file outside');
    if (flags & 8) {
      const after = await view(of, to, Math.min(to + 4, listAt));
      to += after.byteLength === 4 && after.getUint32(0, true) === AFTER ? 16 : 12;
    }
    found.push({ name, size, bytes: () => unpacked(of.slice(data, data + packed), method, size), from, to });
    at += 46 + names + extras + comment;
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
