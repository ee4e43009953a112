import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Upload } from '@plomb/contract/files/images';
import { type FilePurpose, shareOf } from '@plomb/contract/files/purposes';
import { fileTypeFromBuffer } from 'file-type';
import type { ClientBase, Pool } from 'pg';
import type { SessionOperator } from '../access.ts';
import { openLanes } from '../lanes.ts';
import type { Logger } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { cleanImage } from './images.ts';
import { fileBytes } from './metrics.ts';
import type { Storage } from './storage/storage.ts';

/** Of whose organisation it will be. */
type Whose = Pick<SessionOperator, 'orgId'>;
interface Content {
  sha256: string;
  bytes: number;
}

/** Bytes that lie in the storage, and no file has them yet: a day later they are gone, unless `add` names them. */
export interface Laid {
  type: string;
  content: Content;
  thumb: Content | null;
  width: number | null;
  height: number | null;
}
type LaidPicture = Laid & { width: number; height: number };

export interface Files {
  /** A picture, drawn anew, with a small one beside it where it is larger than that. Outside of a transaction. */
  layPicture(upload: Upload, sides: { side: number; thumb: number }, by: Whose): Promise<LaidPicture>;
  /** Any other file, as it came; refused when its first bytes are of none of these types. Outside of a transaction. */
  layFile(upload: Upload, types: readonly string[], by: Whose): Promise<Laid>;
  /** A file whose kind whoever read it has told. Outside of a transaction. */
  layKnown(upload: Upload, type: string, purpose: FilePurpose, by: Whose): Promise<Laid>;
  /** Makes a file of it, the caller's organisation's; answers its id. In the transaction that says what it is for. */
  add(
    ctx: { client: ClientBase; operator: Pick<SessionOperator, 'id' | 'orgId'> },
    purpose: string,
    laid: Laid,
  ): Promise<string>;
}

interface Deps {
  platform: Pool;
  storage: Storage;
  log: Logger;
  /** that the files of one organisation may have in all */
  megabytes(): number;
}

/** Pictures unpacked at once, each up to 100 MB; contents written at once, each with a part of 8 MB in memory. */
const PICTURES = 2;
const WRITTEN = 6;
/** By so many first bytes the kind of a file is told. */
const HEAD = 4100;

const used = `select coalesce(sum(bytes + thumb_bytes), 0)::bigint as bytes,
    coalesce(sum(bytes + thumb_bytes) filter (where purpose = any ($2)), 0)::bigint as alike
  from file where org_id = $1`;

export const openFiles = ({ platform, storage, log, megabytes }: Deps): Files => {
  const pictures = openLanes(PICTURES);
  const written = openLanes(WRITTEN);

  const checkQuota = async (db: ClientBase | Pool, orgId: number, more: number, purpose = ''): Promise<void> => {
    const limit = megabytes();
    const { share: part, among } = shareOf(purpose);
    const share = limit * part;
    const { rows } = await db.query<{ bytes: number; alike: number }>(used, [orgId, among]);
    if (rows[0]!.bytes + more > limit * 1e6) throw new Refusal('fileQuota', { limit });
    if (rows[0]!.alike + more > share * 1e6) throw new Refusal('fileShare', { limit: share });
  };

  const lay = (content: Content, source: () => Readable, by: Whose): Promise<Content> =>
    written.run(`organisation ${by.orgId}`, async () => {
      // its row first: whatever happens from here on, the bytes are known of and are collected one day
      await platform.query(
        `insert into file_content (sha256, bytes) values ($1, $2)
         on conflict (sha256) do update set free_time = now() where file_content.free_time is not null`,
        [content.sha256, content.bytes],
      );
      await storage.put(content.sha256, source()).catch((err) => {
        log.error({ err, storage: storage.name }, 'a file could not be put into the storage');
        throw new Refusal('fileAway');
      });
      return content;
    });
  const layBytes = (bytes: Buffer, by: Whose): Promise<Content> =>
    lay(
      { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length },
      () => Readable.from([bytes]),
      by,
    );

  const layWhole = async (
    upload: Upload,
    sha256: string,
    type: string,
    by: Whose,
    purpose?: FilePurpose,
  ): Promise<Laid> => {
    await checkQuota(platform, by.orgId, upload.bytes, purpose);
    const content = await lay({ sha256, bytes: upload.bytes }, () => Readable.from(upload.parts()), by);
    return { type, content, thumb: null, width: null, height: null };
  };

  return {
    async layPicture(upload, { side, thumb }, by) {
      const image = await pictures.run(`organisation ${by.orgId}`, async () => {
        const bytes = await wholeOf(upload);
        const full = await cleanImage(bytes, side);
        const isSmall = Math.max(full.width, full.height) <= thumb;
        return { full, small: isSmall ? null : await cleanImage(full.bytes, thumb) };
      });
      const { full, small } = image;
      await checkQuota(platform, by.orgId, full.bytes.length + (small?.bytes.length ?? 0));
      return {
        type: full.type,
        width: full.width,
        height: full.height,
        content: await layBytes(full.bytes, by),
        thumb: small && (await layBytes(small.bytes, by)),
      };
    },

    async layFile(upload, types, by) {
      const { head, sha256 } = await readThrough(upload);
      const type = (await fileTypeFromBuffer(head))?.mime;
      if (!type || !types.includes(type)) throw new Refusal('fileKind');
      return layWhole(upload, sha256, type, by);
    },

    layKnown: async (upload, type, purpose, by) =>
      layWhole(upload, (await readThrough(upload)).sha256, type, by, purpose),

    async add({ client, operator }, purpose, { type, content, thumb, width, height }) {
      const bytes = content.bytes + (thumb?.bytes ?? 0);
      // uploads of one organisation are counted one after another
      await client.query("select pg_advisory_xact_lock(hashtext('files of an organisation'), $1)", [operator.orgId]);
      await checkQuota(client, operator.orgId, bytes, purpose);
      const id = randomBytes(18).toString('base64url');
      await client.query(
        `insert into file (id, org_id, operator_id, purpose, type, sha256, bytes, thumb_sha256, thumb_bytes, width, height)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          id,
          operator.orgId,
          operator.id,
          purpose,
          type,
          content.sha256,
          content.bytes,
          thumb?.sha256 ?? null,
          thumb?.bytes ?? 0,
          width,
          height,
        ],
      );
      fileBytes.observe({ purpose }, content.bytes);
      return id;
    },
  };
};

/** Of what is bounded where it comes in. */
export const wholeOf = (upload: Upload): Promise<Buffer> => bytesOf(upload.parts());

export const bytesOf = async (parts: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
};

const readThrough = async (upload: Upload): Promise<{ head: Uint8Array; sha256: string }> => {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  for await (const part of upload.parts()) {
    hash.update(part);
    if (head.length < HEAD) head = Buffer.concat([head, part.subarray(0, HEAD - head.length)]);
  }
  return { head, sha256: hash.digest('hex') };
};

/** Says that a file is used, by what, and whether as evidence, which never ends; also once more. Refuses one out of sight. */
export const useFile = async (
  client: ClientBase,
  fileId: string,
  usedBy: string,
  { evidence = false }: { evidence?: boolean } = {},
): Promise<void> => {
  const { rowCount } = await client.query(
    `with used as (select id from file where id = $1),
       told as (insert into file_use (file_id, used_by, evidence) select id, $2, $3 from used
         on conflict (file_id, used_by) do update set evidence = true where excluded.evidence and not file_use.evidence)
     select from used`,
    [fileId, usedBy, evidence],
  );
  if (rowCount === 0) throw new Refusal('notFound');
};
