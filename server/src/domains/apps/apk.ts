/** What a package may say of itself after its directory, and how large that directory may be. */
const END = 22;
const LONGEST_COMMENT = 65_535;
const MOST_DIRECTORY = 16 * 1024 * 1024;
const [LOCAL, ENTRY, LAST] = [0x04034b50, 0x02014b50, 0x06054b50];

type Parts = () => AsyncIterable<Uint8Array>;

/**
 * Whether a file is a whole Android package, by what is in it and not by its name: an archive from its first byte to its
 * last, with a manifest and code in it. What begins as one thing and ends as another is none.
 */
export const isApk = async (parts: Parts, bytes: number): Promise<boolean> => {
  if (bytes < END) return false;
  const head = await between(parts, 0, 4);
  if (head.readUInt32LE(0) !== LOCAL) return false;
  const tail = await between(parts, Math.max(0, bytes - END - LONGEST_COMMENT), bytes);
  const end = endOf(tail);
  if (end === null) return false;
  const { count, size, at } = end;
  // the directory stands before its end with nothing between, or there are two archives in one
  const from = bytes - (tail.length - end.position) - size;
  if (size > MOST_DIRECTORY || at !== from || at < 4) return false;
  const names = namesOf(await between(parts, at, at + size), count);
  return ['AndroidManifest.xml', 'classes.dex'].every((name) => names?.has(name));
};

const endOf = (tail: Buffer): { position: number; count: number; size: number; at: number } | null => {
  for (let position = tail.length - END; position >= 0; position--)
    if (tail.readUInt32LE(position) === LAST && position + END + tail.readUInt16LE(position + 20) === tail.length)
      return {
        position,
        count: tail.readUInt16LE(position + 10),
        size: tail.readUInt32LE(position + 12),
        at: tail.readUInt32LE(position + 16),
      };
  return null;
};

/** null: it is no directory of so many entries; a name that stands there twice is read differently by whoever reads it. */
const namesOf = (directory: Buffer, count: number): Set<string> | null => {
  const names = new Set<string>();
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY) {
    const length = directory.readUInt16LE(at + 28);
    names.add(directory.toString('utf8', at + 46, at + 46 + length));
    at += 46 + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return at === directory.length && names.size === count ? names : null;
};

const between = async (parts: Parts, from: number, to: number): Promise<Buffer> => {
  const kept: Uint8Array[] = [];
  let at = 0;
  for await (const part of parts()) {
    if (at + part.length > from && at < to) kept.push(part.slice(Math.max(0, from - at), to - at));
    at += part.length;
    if (at >= to) break;
  }
  return Buffer.concat(kept);
};
