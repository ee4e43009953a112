import { applicationLimits } from '@plomb/contract/friends/applications';
import { friendLimits, friends, type Person } from '@plomb/contract/friends/friends';
import type { Pool, PoolClient } from 'pg';
import { wireTypeParsers } from '../../platform/postgres/pools.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { agreed } from './applications.routes.ts';
import { type Addressee, findAddressee, holdPeople, nameOf, pairOf, part } from './people.ts';
import { type Application, judgeApplication } from './rules.ts';

interface Deps {
  platform: Pool;
  readers: Pool;
  /** something that only these people see changed */
  touched(operators: readonly number[]): void;
}

const peopleSql = (of: string): string => `
  select o.id, o.oper_name, o.login_name, g.org_name, p.create_time from (${of}) as p(id, create_time)
    join operator o on o.id = p.id join organisation g on g.id = o.org_id order by o.oper_name, o.id`;
const friendsSql = peopleSql(
  'select case when low_id = $1 then high_id else low_id end, create_time from friendship where low_id = $1 or high_id = $1',
);
const blockedSql = peopleSql('select blocked_id, create_time from friend_block where operator_id = $1');

const counted = 'create_time > now() - make_interval(days => $5)';
const declined = "state = 'declined' and end_time > now() - make_interval(hours => $6)";
/** How an applicant ($1) stands to whom it named ($2, or nobody) by what it typed ($3). */
const standingSql = `
  with mine as (select * from application where kind = 'friend' and applicant_id = $1
    and (state = 'pending' or ${counted} or ${declined})),
  typed as (select * from mine where lower(typed) = lower($3)),
  reached as (select * from mine where addressee_id = $2)
  select (select count(*)::int from mine where state = 'pending') as waiting,
    (select count(*)::int from mine where create_time > now() - interval '1 day') as today,
    (select json_build_object('pending', coalesce(bool_or(state = 'pending'), false),
      'declined', coalesce(bool_or(${declined}), false), 'count', count(*) filter (where ${counted})) from typed) as typed,
    (select json_build_object('pending', coalesce(bool_or(state = 'pending'), false),
      'declined', coalesce(bool_or(${declined}), false), 'count', count(*) filter (where ${counted}),
      'friends', exists (select from friendship where low_id = least($1, $2) and high_id = greatest($1, $2)),
      'blocksMe', exists (select from friend_block where operator_id = $2 and blocked_id = $1),
      'blockedByMe', exists (select from friend_block where operator_id = $1 and blocked_id = $2),
      'incoming', (select count(*) from application where kind = 'friend' and addressee_id = $2 and state = 'pending'),
      'applied', (select id from application where kind = 'friend' and applicant_id = $2 and addressee_id = $1 and state = 'pending'
         and create_time > now() - make_interval(days => $4)))
      from reached) as other`;

const judged = async (db: PoolClient, me: number, typed: string, to: Addressee | null) => {
  const { days, hoursAfterDecline } = applicationLimits;
  const { rows } = await db.query<Application & { other: NonNullable<Application['other']> }>(standingSql, [
    ...[me, to?.id ?? null, typed, days, days, hoursAfterDecline],
  ]);
  const { other, ...own } = rows[0]!;
  return judgeApplication({
    ...own,
    other: to && { ...other, isNamed: to.isNamed, isSelf: to.id === me, enabled: to.enabled },
  });
};

const limitsIn = {
  hours: applicationLimits.hoursAfterDecline,
  days: applicationLimits.days,
  limit: applicationLimits.toOne,
  waiting: applicationLimits.waiting,
};

export const friendRoutes = ({ platform, readers, touched }: Deps): Served[] => {
  const told = (ctx: Ctx, ...people: number[]): void => ctx.afterCommit(() => touched(people));
  /**
   * Whom the caller may know by this id: friends and those who were, who has applied to it, and
   * whom it blocked. Anybody else is as unknown as nobody.
   */
  const known = async (db: PoolClient, me: number, id: number): Promise<boolean> => {
    const { rowCount } = await db.query(
      `select from friendship where low_id = least($1::bigint, $2) and high_id = greatest($1::bigint, $2)
       union all select from application where applicant_id = $2 and addressee_id = $1
         or applicant_id = $1 and addressee_id = $2 and state = 'agreed'
       union all select from friend_block where operator_id = $1 and blocked_id = $2`,
      [me, id],
    );
    return rowCount !== 0;
  };

  return serve(friends, {
    list: async (_, { operator }) => {
      const read = (text: string) => readers.query<Person>({ text, values: [operator.id], types: wireTypeParsers });
      const [{ rows }, blocked] = [await read(friendsSql), await read(blockedSql)];
      return { rows, blocked: blocked.rows };
    },

    apply: async ({ typed, message }, ctx) => {
      const { operator } = ctx;
      ctx.note(typed);
      await transaction(platform, async (db) => {
        const to = await findAddressee(db, typed);
        await holdPeople(db, operator.id, to?.id ?? null);
        const verdict = await judged(db, operator.id, typed, to);
        if (typeof verdict === 'object' && 'refusal' in verdict) {
          const limit = verdict.refusal === 'tooManyApplications' ? applicationLimits.aDay : limitsIn.limit;
          throw new Refusal(verdict.refusal, { ...limitsIn, limit });
        }
        if (typeof verdict === 'object') {
          await agreed(db, verdict.agrees, pairOf(operator.id, to!.id));
          told(ctx, operator.id, to!.id);
          return;
        }
        const reaches = verdict === 'sent' ? to : null;
        await db.query(
          `insert into application (kind, applicant_id, applicant_name, applicant_login, applicant_org, addressee_id,
             addressee_name, addressee_login, addressee_org, typed, message)
           select 'friend', o.id, o.oper_name, o.login_name, g.org_name, $2, $3, $4, $5, $6, $7
             from operator o join organisation g on g.id = o.org_id where o.id = $1`,
          [
            ...[operator.id, reaches?.id ?? null, reaches?.oper_name ?? '', reaches?.login_name ?? ''],
            ...[reaches?.org_name ?? '', typed, message],
          ],
        );
        told(ctx, operator.id, ...(reaches ? [reaches.id] : []));
      });
      return {};
    },

    remove: async ({ id }, ctx) => {
      const { operator } = ctx;
      await transaction(platform, async (db) => {
        await holdPeople(db, operator.id, id);
        if (!(await part(db, pairOf(operator.id, id)))) throw new Refusal('notFound');
        ctx.note(await nameOf(db, id));
      });
      told(ctx, operator.id, id);
      return {};
    },

    block: async ({ id }, ctx) => {
      const { operator } = ctx;
      const isNoticed = await transaction(platform, async (db) => {
        await holdPeople(db, operator.id, id);
        if (!(await known(db, operator.id, id))) throw new Refusal('notFound');
        ctx.note(await nameOf(db, id));
        const { rows } = await db.query<{ count: number; already: boolean }>(
          `select count(*)::int as count, coalesce(bool_or(blocked_id = $2), false) as already
             from friend_block where operator_id = $1`,
          [operator.id, id],
        );
        if (rows[0]!.already) throw new Refusal('blockedAlready');
        if (rows[0]!.count >= friendLimits.blocked)
          throw new Refusal('tooManyBlocked', { limit: friendLimits.blocked });
        await db.query('insert into friend_block (operator_id, blocked_id) values ($1, $2)', [operator.id, id]);
        // what waits from there reaches nobody any more, and looks to the other as before; one's own is taken back
        await db.query(
          `update application set addressee_id = null where applicant_id = $2 and addressee_id = $1 and state = 'pending'`,
          [operator.id, id],
        );
        const { rowCount: withdrawn } = await db.query(
          `update application set state = 'withdrawn', end_time = now()
             where applicant_id = $1 and addressee_id = $2 and state = 'pending'`,
          [operator.id, id],
        );
        return (await part(db, pairOf(operator.id, id))) || withdrawn !== 0;
      });
      told(ctx, operator.id, ...(isNoticed ? [id] : []));
      return {};
    },

    unblock: async ({ id }, ctx) => {
      const { operator } = ctx;
      await transaction(platform, async (db) => {
        await holdPeople(db, operator.id, id);
        const { rowCount } = await db.query('delete from friend_block where operator_id = $1 and blocked_id = $2', [
          operator.id,
          id,
        ]);
        if (rowCount === 0) throw new Refusal('notFound');
        ctx.note(await nameOf(db, id));
      });
      told(ctx, operator.id);
      return {};
    },
  });
};
