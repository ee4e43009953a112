import { Upload } from '@plomb/contract/files/images';
import type { Lang } from '@plomb/contract/kit/text';
import { PLACE } from '@plomb/contract/lock/place';
import { RECORD_ROWS } from '@plomb/contract/records/recordCalls';
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { placed } from '../../lock/withPlaces.ts';
import type { Contacts } from '../../people/contacts.ts';
import type { SessionOperator } from '../../platform/access.ts';
import type { FileColumn } from '../../platform/files/cells.ts';
import { type Files, useFile as fileIsUsed } from '../../platform/files/files.ts';
import { csvHead, csvLines } from '../../platform/files/formats.ts';
import type { Storage } from '../../platform/files/storage/storage.ts';
import { MOST_BYTES, nothingPacked, type Packed, packPart, zipAround } from '../../platform/files/zip.ts';
import type { InScope, Job, JobWork, Part } from '../../platform/jobs/jobs.ts';
import { writeNotice } from '../../platform/messages/outbox.ts';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Tables } from '../../platform/serve.ts';
import type { Vault } from '../../platform/vault.ts';
import type { AlarmsById } from './alerts.ts';
import { type RecordKind, recordKinds } from './kinds.ts';
import { type AskedLocks, openWhose } from './locks.ts';
import { EXPORT_DAYS, finishedMail } from './mail.ts';
import type { Reader } from './source.ts';
import { readBack, timeOf } from './window.ts';

const DAY = 86_400_000;
/** Rows of one transaction, all of which are in memory. */
const PART = 10_000;
/** ms a part may look for rows that pass its filter. */
const WITHIN = 5000;
const FIRST = 600_000;
interface Asked extends AskedLocks {
  from: string;
  to: string;
  columns: FileColumn[];
  timeZone: string;
}
interface Found extends Packed {
  lang: Lang;
  asked: Asked;
  place: string | null;
  parts: { sha256: string; bytes: number }[];
}

interface Deps {
  readers: Pool;
  storage: Storage;
  files: Files;
  contacts: Pick<Contacts, 'reached'>;
  vault: Vault;
  alarmsById: AlarmsById;
  /** where the console is; '' = nobody said */
  origin: string;
}

const readerOf = (client: PoolClient, operator: SessionOperator): Reader => ({
  client,
  operator,
  db: kyselyOn<Tables>(client),
});

const upload = (bytes: Buffer): Upload => {
  async function* parts() {
    yield bytes;
  }
  return new Upload(bytes.length, parts);
};

/** Rows after which whatever else this process has to do comes first: a place in words is looked for among thousands of towns. */
const BREATH = 500;

/** Lines of a file; where it was in words, if that is asked for. */
const linesOf = async (rows: readonly object[], asked: Asked, lang: Lang): Promise<string> => {
  const lineOf = csvLines(asked);
  if (!asked.columns.some(({ field }) => field === PLACE)) return rows.map((row) => lineOf({ ...row })).join('');
  let text = '';
  for (const [at, row] of rows.entries()) {
    if (at % BREATH === BREATH - 1) await new Promise((done) => setImmediate(done));
    text += lineOf(placed(row, lang));
  }
  return text;
};

/**
 * Writes records to a file: read part by part behind the last record, each part packed for itself and laid into the storage
 * before the transaction that counts it, then all of them put together. Whatever dies goes on behind what is counted.
 */
const work = (deps: Deps, { calls, source, title, job: purpose }: RecordKind): JobWork => {
  const { readers, storage, files, contacts, vault, origin } = deps;
  const findWhose = openWhose(readers);

  /** How many there will be, a day after the other: nothing reads for so long that it is given up. */
  const count = async ({ from, to, ...asked }: Asked, inScope: InScope): Promise<number> => {
    let many = 0;
    for (let at = Date.parse(from); at <= Date.parse(to); at += DAY) {
      const slice = {
        from: new Date(at).toISOString(),
        // the last part has its end in it, the others leave it to the next
        to: new Date(Math.min(at + DAY - 1, Date.parse(to))).toISOString(),
        before: null,
      };
      many += await inScope(async (client, operator) => {
        const reader = readerOf(client, operator);
        const whose = await findWhose(asked, reader);
        const all = source.some(asked as never, whose, slice, RECORD_ROWS + 1);
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${all}) r`.execute(reader.db);
        return rows[0]!.n;
      });
      if (many > RECORD_ROWS) throw new Refusal('recordRows', { limit: RECORD_ROWS });
    }
    return many;
  };

  const finish = async (job: Job, one: Found, inScope: InScope): Promise<Part> => {
    const size = one.parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const name = `${calls.list.path.split('/')[1]}-${one.asked.from.slice(0, 10)}.csv`;
    const { head, tail, length } = zipAround(name, one, size, new Date());
    async function* whole() {
      yield head;
      for (const { sha256 } of one.parts) {
        const source = await storage.get(sha256).catch(() => null);
        if (!source) throw new Refusal('fileAway');
        yield* source as AsyncIterable<Uint8Array>;
      }
      yield tail;
    }
    const operator = await inScope(async (_, who) => who);
    const laid = await files.layKnown(new Upload(length, whole), 'application/zip', purpose, operator);
    return {
      units: 0,
      async run(client, who) {
        const file = await files.add({ client, operator: who }, purpose, laid);
        await fileIsUsed(client, file, `job ${job.id}`);
        await client.query('update job set file = $2 where id = $1', [job.id, file]);
        await client.query("update record_export set parts = '[]' where id = $1", [job.subject_id]);
        const [reached] = await contacts.reached([who.id], 'mail');
        if (reached)
          await writeNotice(client, vault, {
            ...{ orgId: who.orgId, operator: null, channel: 'mail', address: reached.address, purpose: 'export' },
            ...finishedMail(reached.lang, { title, rows: job.done, bytes: length, page: calls.list.permit }, origin),
            seconds: EXPORT_DAYS * 86_400,
          });
        return undefined;
      },
    };
  };

  return {
    permit: calls.export.permit,
    async *parts(job: Job, inScope: InScope): AsyncGenerator<Part> {
      const one = await inScope(async (client) => {
        const { rows } = await client.query<Found>(
          'select lang, asked, place, parts, bytes, crc from record_export where id = $1',
          [job.subject_id],
        );
        if (!rows[0]) throw new Refusal('notFound');
        return rows[0];
      });
      const { asked } = one;
      if (job.total === 0) {
        const total = await count(asked, inScope);
        await inScope((client) => client.query('update job set total = $2 where id = $1', [job.id, total]));
      }
      let width = FIRST;
      for (let isMore = true; isMore; ) {
        const before = one.place;
        const { rows, next } = await inScope(async (client, operator) => {
          const reader = readerOf(client, operator);
          const whose = await findWhose(asked, reader);
          return readBack({
            ...{ window: asked, before, size: PART, width, now: Date.parse(asked.to), within: WITHIN },
            read: (slice, most) => source.newest(asked as never, whose, slice, most, reader),
          });
        });
        const [newest, oldest] = [rows[0], rows.at(-1)].map((row) => Date.parse(timeOf(row?.key ?? null) ?? ''));
        // about as much time as this part took in
        if (newest! > oldest!) width = Math.max(1000, newest! - oldest!);
        const isFirst = one.parts.length === 0;
        const lines = await linesOf(rows, asked, one.lang);
        const text = `${isFirst ? csvHead(asked) : ''}${lines}`;
        if (text !== '') {
          const { part, after } = await packPart(text, isFirst ? nothingPacked : one);
          if (after.bytes > MOST_BYTES) throw new Refusal('recordRows', { limit: job.done });
          const operator = await inScope(async (_, who) => who);
          const { content } = await files.layKnown(upload(part), 'application/octet-stream', purpose, operator);
          one.parts = [...one.parts, content];
          Object.assign(one, after);
        }
        one.place = next ?? rows.at(-1)?.key ?? one.place;
        isMore = next !== null;
        yield {
          units: rows.length,
          async run(client) {
            await client.query('update record_export set place = $2, parts = $3, bytes = $4, crc = $5 where id = $1', [
              job.subject_id,
              one.place,
              JSON.stringify(one.parts),
              one.bytes,
              one.crc,
            ]);
            // what was told late meanwhile was not counted
            await client.query('update job set total = greatest(total, done + $2) where id = $1', [
              job.id,
              rows.length,
            ]);
            return undefined;
          },
        };
      }
      yield await finish(job, one, inScope);
    },
  };
};

export const exportWorks = (deps: Deps): Record<string, JobWork> =>
  Object.fromEntries(recordKinds(deps.alarmsById).map((kind) => [kind.job, work(deps, kind)]));

/** Files that were made some days ago go, and with them their place in the list of jobs. */
export const dropExports = async (platform: Pool): Promise<void> => {
  await platform.query(
    `with old as (update job set file = null where file is not null and end_time < now() - make_interval(days => $1)
       returning id)
     delete from file_use u using old where u.used_by = 'job ' || old.id`,
    [EXPORT_DAYS],
  );
};
