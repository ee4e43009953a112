import type { Pool, PoolClient } from 'pg';
import { type FoundOperator, operatorFrom, operatorSql, type SessionOperator } from '../access.ts';
import { holderOfKey } from '../apiKeys.ts';
import { openLanes } from '../lanes.ts';
import type { Logger } from '../log.ts';
import { type Isolation, scoped } from '../postgres/transaction.ts';
import { Refusal, refusalOf } from '../refusal.ts';
import type { Ctx } from '../serve.ts';

export interface Job {
  id: number;
  org_id: number;
  operator_id: number;
  /** the key it was begun by; null: its operator sat at a session */
  api_key_id: number | null;
  kind: string;
  subject_id: number;
  done: number;
  total: number;
}

/** Work in a transaction that sees what the job's operator sees at that moment, and nothing else. */
export type InScope = <T>(
  run: (client: PoolClient, operator: SessionOperator) => Promise<T>,
  as?: Isolation,
) => Promise<T>;

/** What is done in one transaction, together with the count of it. */
export interface Part {
  units: number;
  /** may answer what follows the commit */
  run(client: PoolClient, operator: SessionOperator): Promise<(() => void) | undefined>;
}

/** How jobs of one kind are done. */
export interface JobWork {
  /** whoever began it needs this until it is over, and so does the key it was begun by */
  permit: string;
  /** what is left after the units that are done, in parts */
  parts(job: Job, inScope: InScope): AsyncIterable<Part>;
}

interface Deps {
  pools: { app: Pool; platform: Pool };
  log: Logger;
  works: Readonly<Record<string, JobWork>>;
  /** permits that a key has only where that was ticked by itself */
  ticked: ReadonlySet<string>;
  /** whether this process does the jobs still */
  isMine(): boolean;
}

/** Jobs done at once, of one organisation one: who begins ten does not keep the others waiting. */
const AT_ONCE = 2;
/** Jobs of one organisation that are not over. */
export const MOST_OPEN = 20;
/** Times a part is begun before its job fails, with longer and longer waits between: an hour in all. */
const MOST_ATTEMPTS = 11;

const asOperator = operatorSql('select $1::bigint as operator_id');

/** Somebody ended the job, or another process does it by now. */
class NotOurs extends Error {}

/**
 * Does the jobs. Each part counts itself in its own transaction, which holds the job's row: whatever dies, what is counted
 * is done and what is not is not, and two processes that both think it is theirs never do the same part.
 */
export const openJobs = ({ pools, log, works, ticked, isMine }: Deps) => {
  const underWay = new Map<number, Promise<void>>();
  const lanes = openLanes(AT_ONCE, 1);
  let stopping = false;

  const whoIs = async ({ operator_id, api_key_id }: Job): Promise<SessionOperator | null> => {
    if (api_key_id !== null) {
      const holder = await holderOfKey(pools.platform, api_key_id, ticked);
      if (!holder) throw new Refusal('jobKey');
      return holder;
    }
    const { rows } = await pools.platform.query<FoundOperator>(asOperator, [operator_id]);
    return rows[0] ? operatorFrom(rows[0]) : null;
  };

  const operatorOf = async (job: Job, { permit }: JobWork): Promise<SessionOperator> => {
    const operator = await whoIs(job);
    if (!operator?.grants.has(permit) || !operator.orgIds.includes(job.org_id)) throw new Refusal('jobPerson');
    return operator;
  };

  const end = async (id: number, state: 'done' | 'failed', why?: Refusal): Promise<void> => {
    await pools.platform.query(
      `update job set state = $2, end_time = now(), failure = $3, failure_values = $4
        where id = $1 and state in ('queued', 'running')`,
      [id, state, why?.code ?? '', JSON.stringify(why?.values ?? {})],
    );
  };

  const step = async (job: Job, part: Part, inScope: InScope): Promise<void> => {
    const then = await inScope(async (client, operator) => {
      const { rowCount } = await client.query(
        "select from job where id = $1 and state = 'running' and done = $2 for update",
        [job.id, job.done],
      );
      if (rowCount === 0) throw new NotOurs();
      const follows = await part.run(client, operator);
      await client.query('update job set done = done + $2, attempts = 0 where id = $1', [job.id, part.units]);
      return follows;
    });
    job.done += part.units;
    then?.();
  };

  const work = async (id: number): Promise<void> => {
    if (stopping || !isMine()) return;
    const { rows } = await pools.platform.query<Job & { attempts: number }>(
      `update job set state = 'running', start_time = coalesce(start_time, now()), attempts = attempts + 1,
         next_time = now() + make_interval(secs => power(2, attempts))
        where id = $1 and state in ('queued', 'running') and next_time <= now()
        returning id, org_id, operator_id, api_key_id, kind, subject_id, done, total, attempts`,
      [id],
    );
    const [job] = rows;
    const how = job && works[job.kind];
    if (!job || !how) return; // over meanwhile; or of a kind that a newer release knows
    const inScope: InScope = async (run, as) => {
      const operator = await operatorOf(job, how);
      return scoped(pools.app, operator.orgIds, (client) => run(client, operator), as);
    };
    try {
      for await (const part of how.parts(job, inScope)) {
        if (stopping || !isMine()) return;
        await step(job, part, inScope);
      }
      await end(id, 'done');
    } catch (error) {
      if (error instanceof NotOurs) return;
      const refusal = refusalOf(error);
      const isFinal = refusal !== null && refusal.code !== 'outcomeUnknown' && refusal.code !== 'fileAway';
      if (isFinal && refusal.code !== 'unavailable' && refusal.code !== 'conflict') return end(id, 'failed', refusal);
      log.warn({ err: error, job: id }, 'a part of a job failed and will be tried again');
      if (job.attempts >= MOST_ATTEMPTS) await end(id, 'failed', refusal ?? new Refusal('error', { request: id }));
    }
  };

  return {
    /** Begins what waits, and goes on with what a process left that is gone. */
    async turn(): Promise<void> {
      const { rows } = await pools.platform.query<Pick<Job, 'id' | 'org_id'>>(
        `select id, org_id from (select id, org_id, row_number() over (partition by org_id order by id) as n
           from job where state in ('queued', 'running') and next_time <= now()) j where n <= $1 order by n, id`,
        [AT_ONCE],
      );
      for (const { id, org_id } of rows) {
        if (underWay.has(id)) continue;
        const done = lanes
          .run(`organisation ${org_id}`, () => work(id))
          .catch((err) => log.warn({ err, job: id }, 'a job could not be done and will be tried again'))
          .finally(() => underWay.delete(id));
        underWay.set(id, done);
      }
    },
    /** resolves when the parts under way are done */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.all(underWay.values());
    },
    /** resolves when nothing is under way here */
    async settled(): Promise<void> {
      await Promise.all(underWay.values());
    },
  };
};

/** Begins a job of the caller's in one of its organisations, in the caller's transaction; `done`: by one before it. */
export const beginJob = async (
  { client, operator }: Pick<Ctx, 'client' | 'operator'>,
  job: { kind: string; subject: string; subject_id: number; org_id: number; done?: number; total: number },
): Promise<number> => {
  const open = await client.query<{ n: number }>(
    "select count(*)::int as n from job where org_id = $1 and state in ('queued', 'running')",
    [job.org_id],
  );
  if (open.rows[0]!.n >= MOST_OPEN) throw new Refusal('jobsOpen', { limit: MOST_OPEN });
  const { rows } = await client.query<{ id: number }>(
    `insert into job (org_id, operator_id, api_key_id, kind, subject, subject_id, done, total)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      job.org_id,
      operator.id,
      operator.apiKey?.id ?? null,
      job.kind,
      job.subject,
      job.subject_id,
      job.done ?? 0,
      job.total,
    ],
  );
  return rows[0]!.id;
};
