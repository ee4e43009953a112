import type { Pool } from 'pg';

/** Records of one transaction: with each go the rows of its file that were wrong, up to 100,000. */
const PART = 10;

/**
 * Nobody went on with it since `$1`. Somebody who does so in this moment has begun a job that is not seen here yet, and so
 * the record stays.
 */
const idle = `case when t.job_id is null then t.create_time < $1
  else exists (select from job j where j.id = t.job_id and j.kind = 'import_check' and j.end_time < $1) end`;
const ended = `t.file is not null
  and exists (select from job j where j.id = t.job_id and j.kind = 'import_run' and j.end_time < $1)`;

const inParts = async (platform: Pool, deed: string, which: string, before: Date, most: number): Promise<number> => {
  let total = 0;
  for (let part = PART; part === PART && total < most; total += part)
    part =
      (
        await platform.query(
          `${deed} where id in (select t.id from import t where ${which} limit ${PART} for update skip locked)`,
          [before],
        )
      ).rowCount ?? 0;
  return total;
};

/** What was never imported goes as a whole; of what was, the file goes and the record stays. Tells how many of each. */
export const forgetUploads = async (
  platform: Pool,
  { uploads, files, most }: { uploads: Date; files: Date; most: number },
): Promise<{ import: number; import_file: number }> => ({
  import: await inParts(platform, 'delete from import', idle, uploads, most),
  import_file: await inParts(platform, 'update import set file = null', ended, files, most),
});
