import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { DatabaseTrouble } from '../trouble.ts';

/**
 * The backup file: Zstandard over a first line and a run of sections. A section is blocks of a 4-byte big-endian length
 * and that many bytes, ended by a length of 0. Sections carry no names: the first is JSON that says what follows.
 */
const FIRST_LINE = Buffer.from('plomb backup 1\n');
const END_OF_SECTION = Buffer.alloc(4);

export type Section = Iterable<Buffer> | AsyncIterable<Buffer>;

/** Sections are asked for one after another, so the last ones may tell what was counted in those before. */
export async function writeArchive(sections: AsyncIterable<Section>, to: NodeJS.WritableStream): Promise<void> {
  const { ZSTD_c_checksumFlag, ZSTD_c_compressionLevel } = constants;
  const compress = createZstdCompress({ params: { [ZSTD_c_checksumFlag]: 1, [ZSTD_c_compressionLevel]: 3 } });
  await pipeline(blocks(sections), compress, to);
}

async function* blocks(sections: AsyncIterable<Section>): AsyncGenerator<Buffer> {
  yield FIRST_LINE;
  for await (const section of sections) {
    for await (const bytes of section) {
      if (bytes.length === 0) continue;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      yield length;
      yield bytes;
    }
    yield END_OF_SECTION;
  }
}

export type ArchiveReader = {
  /** The next section; read it to its end before asking for another. */
  section(): AsyncGenerator<Buffer>;
  json(): Promise<unknown>;
  /** Only at the end of the file does its checksum show whether all of it was right. */
  end(): Promise<void>;
  close(): void;
};

export async function openArchive(path: string): Promise<ArchiveReader> {
  const file = createReadStream(path);
  const plain = createZstdDecompress();
  file.on('error', (error) => plain.destroy(error));
  file.pipe(plain);
  const chunks: AsyncIterator<Buffer> = plain[Symbol.asyncIterator]();
  const chunk = () =>
    chunks.next().catch((error: NodeJS.ErrnoException) => {
      throw error.code?.startsWith('Z') ? damaged(path, error) : error;
    });
  const read = exactReader(chunk, () => damaged(path));
  const firstLine = await read(FIRST_LINE.length);
  if (!firstLine.equals(FIRST_LINE))
    throw new DatabaseTrouble(`${path} is not a backup this version of Plomb can read.`);
  async function* section() {
    for (;;) {
      const length = (await read(4)).readUInt32BE();
      if (length === 0) return;
      yield await read(length);
    }
  }
  return {
    section,
    async json() {
      const parts: Buffer[] = [];
      for await (const bytes of section()) parts.push(bytes);
      return JSON.parse(Buffer.concat(parts).toString('utf8'));
    },
    async end() {
      if (!(await chunk()).done) throw damaged(path);
    },
    close() {
      file.destroy();
      plain.destroy();
    },
  };
}

function exactReader(
  chunk: () => Promise<IteratorResult<Buffer>>,
  cutShort: () => Error,
): (length: number) => Promise<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  return async (length) => {
    const parts: Buffer[] = [rest];
    let have = rest.length;
    while (have < length) {
      const next = await chunk();
      if (next.done) throw cutShort();
      parts.push(next.value);
      have += next.value.length;
    }
    const all = parts.length === 1 ? rest : Buffer.concat(parts);
    rest = all.subarray(length);
    return all.subarray(0, length);
  };
}

function damaged(path: string, cause?: Error): DatabaseTrouble {
  return new DatabaseTrouble(`${path} is cut short, damaged or not a backup of Plomb. Nothing was restored from it.`, {
    cause,
  });
}
