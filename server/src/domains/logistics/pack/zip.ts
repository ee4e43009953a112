import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import yazl from 'yazl';

/** A file of a pack: its bytes, or where they come from, with what is known of them. */
export type PackFile = { name: string } & (
  | { bytes: Uint8Array }
  | { sha256: string; size: number; open(): Promise<Readable> }
);
interface Listed {
  name: string;
  bytes: number;
  sha256: string;
}

const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const listed = (file: PackFile): Listed =>
  'bytes' in file
    ? { name: file.name, bytes: file.bytes.length, sha256: sum(file.bytes) }
    : { name: file.name, bytes: file.size, sha256: file.sha256 };

/** What stands in the zip beside the files, and the sum by which all of it is checked. */
export const manifestOf = (
  files: readonly PackFile[],
  about: Record<string, unknown>,
): { files: PackFile[]; sha256: string } => {
  const first = files.map(listed);
  // as `sha256sum -c` reads it
  const sums = Buffer.from(first.map(({ sha256, name }) => `${sha256}  ${name}\n`).join(''));
  const sumsFile = { name: 'SHA256SUMS', bytes: sums };
  const manifest = Buffer.from(`${JSON.stringify({ ...about, files: [...first, listed(sumsFile)] }, null, 1)}\n`);
  return { files: [{ name: 'manifest.json', bytes: manifest }, sumsFile, ...files], sha256: sum(manifest) };
};

/** The bytes of a zip, in pieces; what is read is read as it is written. */
export const zipOf = (files: readonly PackFile[], at: Date): AsyncIterable<Uint8Array> => {
  const zip = new yazl.ZipFile();
  const failed = (error: Error): void => void (zip.outputStream as Readable).destroy(error);
  zip.on('error', failed as never);
  for (const file of files) {
    if ('bytes' in file) zip.addBuffer(Buffer.from(file.bytes), file.name, { mtime: at });
    else
      zip.addReadStreamLazy(file.name, { mtime: at, size: file.size, compress: false }, (give) => {
        file.open().then(
          (stream) => give(null, stream),
          (error: Error) => failed(error),
        );
      });
  }
  zip.end();
  return zip.outputStream as unknown as AsyncIterable<Uint8Array>;
};
