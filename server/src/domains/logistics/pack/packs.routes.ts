import type { OutputOf } from '@plomb/contract/kit/call';
import { evidencePacks, MOST_PACKS, MOST_PACKS_A_DAY } from '@plomb/contract/logistics/packs';
import { beginJob } from '../../../platform/jobs/jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type Served, serve } from '../../../platform/serve.ts';
import { PACK_JOB, PACK_UNITS } from './work.ts';

export const packRoutes: Served[] = serve(evidencePacks, {
  make: async ({ id, lang, time_zone }, ctx) => {
    const { client, operator } = ctx;
    const { rows } = await client.query<{ org_id: number; serial: string }>(
      'select org_id, serial from logistics_batch where id = $1',
      [id],
    );
    const batch = rows[0];
    if (!batch) throw new Refusal('notFound');
    ctx.note(batch.serial);
    // two at once are two after one another
    await client.query("select pg_advisory_xact_lock(hashtext('packs of a person'), $1)", [operator.id]);
    const { rows: own } = await client.query<{ waits: boolean; n: number }>(
      `select coalesce(bool_or(j.state in ('queued', 'running') and p.batch_id = $2), false) as waits, count(*)::int as n
       from evidence_pack p left join job j on j.id = p.job_id where p.operator_id = $1 and p.create_time > now() - interval '1 day'`,
      [operator.id, id],
    );
    if (own[0]!.waits) throw new Refusal('packWaits');
    if (own[0]!.n >= MOST_PACKS_A_DAY) throw new Refusal('packsOfDay', { limit: MOST_PACKS_A_DAY });
    const job = await beginJob(ctx, {
      ...{ kind: PACK_JOB, subject: batch.serial, subject_id: id, org_id: operator.orgId, total: PACK_UNITS },
    });
    await client.query(
      'insert into evidence_pack (org_id, batch_id, job_id, operator_id, oper_name, lang, time_zone) values ($1, $2, $3, $4, $5, $6, $7)',
      [batch.org_id, id, job, operator.id, operator.operName, lang, time_zone],
    );
    return { id: job };
  },
  packs: async ({ id, sum }, { client, operator }) => {
    const { rows: seen } = await client.query('select from logistics_batch where id = $1', [id]);
    if (seen.length === 0) throw new Refusal('notFound');
    // a job that is over without a pack is its maker's alone to know of
    const { rows } = await client.query<OutputOf<typeof evidencePacks.packs>['rows'][number]>(
      `select p.id, p.oper_name, p.lang, p.create_time, p.made_time, p.as_of, p.verdict, p.files, p.bytes, p.manifest_sha256, p.left_out, p.cut,
         j.state, coalesce(j.done, 0) as done, coalesce(j.total, 0) as total, j.file, j.id as job_id
       from evidence_pack p left join job j on j.id = p.job_id and j.operator_id = $2
       where p.batch_id = $1 and (p.made_time is not null or j.id is not null)
         and ($4::text is null or p.manifest_sha256 = $4) order by p.id desc limit $3`,
      [id, operator.id, MOST_PACKS, sum ?? null],
    );
    return { rows };
  },
});
