import { type ErrorCode, errors } from '@plomb/contract/errors';
import { type Job, jobs } from '@plomb/contract/jobs/jobs';
import { fill } from '@plomb/contract/kit/text';
import { Refusal } from '../refusal.ts';
import { type Served, serve } from '../serve.ts';

const LATEST = 20;

type Row = Omit<Job, 'failure'> & { failure: ErrorCode | ''; failure_values: Record<string, string | number> };

export const jobRoutes: Served[] = serve(jobs, {
  list: async (_, { client, operator, lang }) => {
    const { rows } = await client.query<Row>(
      `select id, kind, state, subject, subject_id, done, total, failure, failure_values, file,
              (select bytes::int from file f where f.id = job.file) as file_bytes, create_time, start_time, end_time
         from job where operator_id = $1 and (end_time is null or end_time > now() - interval '7 days')
        order by state in ('queued', 'running') desc, id desc limit $2`,
      [operator.id, LATEST],
    );
    const said = ({ failure, failure_values, ...row }: Row) => ({
      ...row,
      failure: failure === '' ? '' : fill(errors[failure][lang], failure_values),
    });
    return { rows: rows.map(said) };
  },
  cancel: async ({ id }, { client, operator, note }) => {
    // waits for the part under way, which is done with it
    const { rows } = await client.query<{ subject: string; state: Job['state'] }>(
      'select subject, state from job where id = $1 and operator_id = $2 for update',
      [id, operator.id],
    );
    if (!rows[0]) throw new Refusal('notFound');
    note(rows[0].subject);
    const { rowCount } = await client.query(
      "update job set state = 'cancelled', end_time = now() where id = $1 and state in ('queued', 'running')",
      [id],
    );
    if (rowCount === 0) throw new Refusal('jobOver');
    return {};
  },
});
