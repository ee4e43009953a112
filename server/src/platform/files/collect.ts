import type { Pool } from 'pg';
import { transaction } from '../postgres/transaction.ts';
import { keptBytes, keptFiles } from './metrics.ts';
import type { Storage } from './storage/storage.ts';

/** What nothing uses stays so long: for a form that is still open, and for a backup whose files are copied after its rows. */
const SPARED = "now() - interval '1 day'";
/** Parts of a file that a job is writing, however long it takes, or waits for a process. */
const WRITTEN = `select p->>'sha256' from job j join record_export x on x.id = j.subject_id, jsonb_array_elements(x.parts) p
  where j.state in ('queued', 'running') and starts_with(j.kind, 'export_')`;
const PART = 1000;
/** So many that cannot be deleted are a storage that is away. */
const MOST_FAILURES = 3;

/** Files that nothing has used for a day, then contents that no file has had for a day, then what never became one. */
export const collectFiles = async (platform: Pool, storage: Storage): Promise<{ files: number; contents: number }> => {
  let files = 0;
  for (let gone = PART; gone === PART; files += gone) {
    const { rowCount } = await platform.query(
      `delete from file where id in (
         select f.id from file f where f.free_time < ${SPARED}
            and not exists (select from file_use u where u.file_id = f.id) limit ${PART} for update skip locked)`,
    );
    gone = rowCount ?? 0;
  }
  const { rows } = await platform.query<{ sha256: string }>(
    `select sha256 from file_content where free_time < ${SPARED} and sha256 not in (${WRITTEN}) order by free_time limit 100000`,
  );
  let contents = 0;
  const failures: unknown[] = [];
  for (const { sha256 } of rows) {
    try {
      if (await collectContent(platform, storage, sha256)) contents++;
    } catch (error) {
      failures.push(error);
      // tried again a day later: one that cannot be deleted does not keep all behind it
      await platform.query('update file_content set free_time = now() where sha256 = $1 and free_time is not null', [
        sha256,
      ]);
      if (failures.length === MOST_FAILURES) break;
    }
  }
  await count(platform);
  await storage.tidy();
  if (failures.length > 0) throw new AggregateError(failures, `contents that could not be deleted: ${failures.length}`);
  return { files, contents };
};

/** The bytes go first and the row that knows of them last, while nobody can begin to need them. */
const collectContent = (platform: Pool, storage: Storage, sha256: string): Promise<boolean> =>
  transaction(platform, async (client) => {
    const held = await client.query(
      `select from file_content where sha256 = $1 and free_time < ${SPARED} for update skip locked`,
      [sha256],
    );
    if (held.rowCount === 0) return false;
    // asked after the row is held: a file may have come for it a moment before
    const needed = await client.query(
      `select from file where sha256 = $1 or thumb_sha256 = $1 union all select from (${WRITTEN}) w(sha256) where sha256 = $1 limit 1`,
      [sha256],
    );
    if (needed.rowCount !== 0) return false;
    await storage.delete(sha256);
    await client.query('delete from file_content where sha256 = $1', [sha256]);
    return true;
  });

const count = async (platform: Pool): Promise<void> => {
  const { rows } = await platform.query<{ contents: number; bytes: number }>(
    'select count(*) as contents, coalesce(sum(bytes), 0)::bigint as bytes from file_content',
  );
  keptFiles.set(rows[0]?.contents ?? 0);
  keptBytes.set(rows[0]?.bytes ?? 0);
};
