import { inflateRawSync } from 'node:zlib';

const DIRECTORY_ENDS = 0x06054b50;

/** Files of a zip by their names: by its own directory, as whoever unpacks it reads it. */
export const unzipped = (zip: Buffer): Map<string, Buffer> => {
  let end = zip.length - 22;
  while (zip.readUInt32LE(end) !== DIRECTORY_ENDS) end -= 1;
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(data, data + zip.readUInt32LE(at + 20));
    const isPacked = zip.readUInt16LE(at + 10) === 8;
    files.set(zip.toString('utf8', at + 46, at + 46 + name), isPacked ? inflateRawSync(bytes) : bytes);
    at += 46 + name + extra + comment;
  }
  return files;
};
