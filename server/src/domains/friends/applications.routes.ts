import {
  type Application,
  type ApplicationDirection,
  applicationLimits,
  applicationOutcomes,
  applicationRecords,
  applications,
} from '@plomb/contract/friends/applications';
import { friendLimits } from '@plomb/contract/friends/friends';
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { SessionOperator } from '../../platform/access.ts';
import { matches } from '../../platform/crud.ts';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { wireTypeParsers } from '../../platform/postgres/pools.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve, type Tables } from '../../platform/serve.ts';
import { isAgreed } from './authorisations.queries.ts';
import { befriend, friendCounts, holdPeople, nameOf, type Pair, pairOf } from './people.ts';
import { type ApplicationEvent, hasRoom, settled } from './rules.ts';

interface Deps {
  platform: Pool;
  readers: Pool;
  /** something that only these people see changed */
  touched(operators: readonly number[]): void;
}

interface Asked {
  kind?: string | undefined;
  direction?: ApplicationDirection | undefined;
  state?: string | string[] | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}

/** Agrees to an application that waits: from now on the two are friends. */
export const agreed = async (db: PoolClient, id: number, pair: Pair): Promise<void> => {
  if (!hasRoom(...(await friendCounts(db, pair)))) throw new Refusal('tooManyFriends', { limit: friendLimits.friends });
  await db.query("update application set state = 'agreed', end_time = now() where id = $1", [id]);
  await befriend(db, pair);
};

type Reader = Pick<SessionOperator, 'id' | 'orgIds' | 'grants'>;

/**
 * Applications for authorisations as they stand in these lists: the own ones, and those one may have a say in. What was
 * granted without being asked for waits in the name of whoever granted it.
 */
const forAuthorisations = ({ id: me, orgIds, grants }: Reader) => {
  const state = sql.raw(`case when a.state in ('pending_first', 'pending_second') then 'pending'
    when ${isAgreed} then 'agreed' else a.state end`);
  const isMine = sql`a.holder_id = ${me}`;
  const decides = grants.has('authorisation:decide');
  return sql`
    select a.id, 'authorisation' as kind, case when ${isMine} then 'outgoing' else 'incoming' end as direction,
      case when a.is_direct then a.first_name when ${isMine} then coalesce(f.oper_name, '') else a.holder_name end as oper_name,
      case when a.is_direct or ${isMine} then coalesce(f.login_name, '') else a.holder_login end as login_name,
      case when a.is_direct or ${isMine} then a.org_name else a.holder_org end as org_name, '' as typed, a.reason as message, ${state} as state,
      a.create_time, case when ${state} = 'agreed' then coalesce(a.second_time, a.first_time) else a.end_time end as end_time,
      null::bigint as person_id
    from authorisation a left join operator f on f.id = a.friend_id
    where ${isMine} and not a.is_direct or ${decides} and a.org_id = any(${orgIds}) and a.holder_id is distinct from ${me}
      and (a.state <> 'pending_second' or a.first_id is distinct from ${me})`;
};

/** What the caller sent, and what reached it, newest first. Who is behind what it typed it learns when that person agrees. */
const found = async (readers: Pool, asked: Asked, reader: Reader, states: readonly string[], limit: number) => {
  const me = reader.id;
  const narrowed = [asked.state ?? states].flat();
  const { sql: text, parameters } = sql<Application>`
    select * from (
      select a.id, a.kind, case when a.addressee_id = ${me} then 'incoming' else 'outgoing' end as direction,
        case when a.addressee_id = ${me} then a.applicant_name when a.state = 'agreed' then a.addressee_name else '' end as oper_name,
        case when a.addressee_id = ${me} then a.applicant_login when a.state = 'agreed' then a.addressee_login else '' end as login_name,
        case when a.addressee_id = ${me} then a.applicant_org when a.state = 'agreed' then a.addressee_org else '' end as org_name,
        case when a.addressee_id = ${me} then '' else a.typed end as typed, a.message, a.state, a.create_time, a.end_time,
        case when not exists (select from friend_block b where b.operator_id = ${me} and b.blocked_id = p.id) then p.id end as person_id
      from application a cross join lateral (select case when a.addressee_id = ${me} then a.applicant_id
          when a.state = 'agreed' then a.addressee_id end as id) p
      where a.applicant_id = ${me} or a.addressee_id = ${me}
      union all ${forAuthorisations(reader)}) r
    where r.state = any(${narrowed}) and ${asked.before === undefined ? sql`true` : sql`r.id < ${asked.before}`}
      and ${asked.ids === undefined ? sql`true` : sql`r.id = any(${asked.ids})`}
      and ${asked.kind === undefined ? sql`true` : sql`r.kind = ${asked.kind}`}
      and ${asked.direction === undefined ? sql`true` : sql`r.direction = ${asked.direction}`}
      and ${
        asked.keyword
          ? matches(sql`concat_ws(' ', r.oper_name, r.login_name, r.org_name, r.typed, r.message)`, asked.keyword)
          : sql`true`
      }
    order by r.id desc limit ${limit}`.compile(kyselyOn<Tables>(readers));
  const { rows } = await readers.query<Application>({ text, values: [...parameters], types: wireTypeParsers });
  return rows;
};

export const applicationRoutes = ({ platform, readers, touched }: Deps): Served[] => {
  const page = (states: readonly string[]) => ({
    list: async (input: Asked & { size: number }, { operator }: Ctx) => {
      const rows = await found(readers, input, operator, states, input.size + 1);
      return { rows: rows.slice(0, input.size), more: rows.length > input.size };
    },
    async *export(input: Asked, { operator }: Ctx): FileRows {
      for (let before = input.before; ; ) {
        const part = await found(readers, { ...input, before }, operator, states, 500);
        if (part.length > 0) yield part as unknown as Record<string, unknown>[];
        if (part.length < 500) return;
        before = part.at(-1)!.id;
      }
    },
  });
  const detail = async ({ id }: { id: number }, { operator }: Ctx): Promise<Application> => {
    const [one] = await found(readers, { ids: [id] }, operator, ['pending', ...applicationOutcomes], 1);
    if (!one) throw new Refusal('notFound');
    return one;
  };

  const settle =
    (event: Exclude<ApplicationEvent, 'lapse'>) =>
    async ({ id }: { id: number }, ctx: Ctx) => {
      const me = ctx.operator.id;
      await transaction(platform, async (db) => {
        // whose it is stays, but for what a block takes from its addressee; it is read again once both are held
        const read = async () =>
          (
            await db.query<{
              applicant_id: number | null;
              addressee_id: number | null;
              typed: string;
              state: Application['state'];
              isOld: boolean;
            }>(
              `select applicant_id, addressee_id, typed, state, create_time <= now() - make_interval(days => $3) as "isOld"
               from application where id = $1 and (applicant_id = $2 or addressee_id = $2)`,
              [id, me, applicationLimits.days],
            )
          ).rows[0];
        const sides = await read();
        if (!sides) throw new Refusal('notFound');
        const other = sides.applicant_id === me ? sides.addressee_id : sides.applicant_id;
        await holdPeople(db, me, other);
        const now = await read();
        if (!now) throw new Refusal('notFound');
        const side = now.applicant_id === me ? 'applicant' : 'addressee';
        ctx.note(side === 'applicant' ? now.typed : await nameOf(db, other ?? 0));
        const next = settled(event, { state: now.state, isOld: now.isOld, side });
        if (next === 'agreed') await agreed(db, id, pairOf(me, other!));
        else if (next === 'declined' || next === 'withdrawn')
          await db.query('update application set state = $2, end_time = now() where id = $1', [id, next]);
        else throw new Refusal(next as 'notFound');
        ctx.afterCommit(() => touched([me, ...(other === null ? [] : [other])]));
      });
      return {};
    };

  const waits = page(['pending']);
  const ended = page(applicationOutcomes);
  return [
    ...serve(applications, {
      ...waits,
      detail,
      waiting: async (_, { operator }) => {
        const { rows } = await readers.query<{ count: number }>({
          types: wireTypeParsers,
          text: `select (select count(*) from application where addressee_id = $1 and state = 'pending')
             + (select count(*) from authorisation where $3 and org_id = any($2) and holder_id is distinct from $1
                and (state = 'pending_first' or state = 'pending_second' and first_id is distinct from $1)) as count`,
          values: [operator.id, operator.orgIds, operator.grants.has('authorisation:decide')],
        });
        return rows[0]!;
      },
      agree: settle('agree'),
      decline: settle('decline'),
      withdraw: settle('withdraw'),
    }),
    ...serve(applicationRecords, { ...ended, detail }),
  ];
};

/** What waited for its days: whose lists changed by that. */
export const lapseApplications = async (platform: Pool): Promise<number[]> => {
  const { rows } = await platform.query<{ people: (number | null)[] }>(
    `update application set state = 'lapsed', end_time = now()
      where state = 'pending' and create_time <= now() - make_interval(days => $1)
      returning array[applicant_id, addressee_id] as people`,
    [applicationLimits.days],
  );
  return [...new Set(rows.flatMap(({ people }) => people.filter((id) => id !== null)))];
};
