import { type Forgetting, type Found, overdue } from './forgetting.ts';

/** Records of one transaction: with each go the rows of its file that were wrong, up to 100,000. */
const PART = 10;

/**
 * Nobody went on with it since `$1`. Somebody who does so in this moment has begun a job that is not seen here yet, and so
 * the record stays.
 */
const idleTime = `case when t.job_id is null then t.create_time
  else (select j.end_time from job j where j.id = t.job_id and j.kind = 'import_check') end`;
const idle = `${idleTime} < $1`;
const endTime = "(select j.end_time from job j where j.id = t.job_id and j.kind = 'import_run')";
const ended = `t.file is not null and ${endTime} < $1`;

const forgetting = (
  what: Pick<Forgetting, 'name' | 'table' | 'days'>,
  { deed, time, which }: { deed: string; time: string; which: string },
): Forgetting => ({
  ...what,
  part: PART,
  async find(platform, before, most) {
    const text = `select t.id as key, ${overdue(time)} from import t where ${which} limit $2`;
    return (await platform.query<Found>(text, [before, most])).rows;
  },
  async remove(platform, before, keys) {
    const done = await platform.query(
      `${deed} where id in (select t.id from import t where t.id = any($2) and ${which} for update skip locked)`,
      [before, keys],
    );
    return done.rowCount ?? 0;
  },
});

/** What was never imported goes as a whole; of what was, the file goes and the record stays. */
export const uploads = forgetting(
  { name: 'import_upload', table: 'import', days: 'upload_days' },
  { deed: 'delete from import', time: idleTime, which: idle },
);
export const filesOfImports = forgetting(
  { name: 'import_file', table: 'import_file', days: 'quarantine_days' },
  { deed: 'update import set file = null', time: endTime, which: ended },
);
