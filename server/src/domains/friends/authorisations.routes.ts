import type { AssignedOrders } from '@plomb/contract/batches/assignments';
import type { ErrorCode } from '@plomb/contract/errors';
import { type AuthorisationState, authorisationLimits, authorisations } from '@plomb/contract/friends/authorisations';
import type { InputOf } from '@plomb/contract/kit/call';
import type { PoolClient } from 'pg';
import { dueTime } from '../../lock/authorisationDue.ts';
import { grantsSql, type SessionOperator } from '../../platform/access.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { type AuthorisationEvent, type Standing, steppedTo } from './authorisation.ts';
import {
  type AuthorisationFilter,
  authorisationsOf,
  countAuthorisations,
  withDevices,
} from './authorisations.queries.ts';
import { type AuthorisationDeps, authorisedOrders } from './authorisedOrders.ts';
import { holdPeople, nameOf, pairOf } from './people.ts';
import { needsSecond, ruleOf, setRule } from './secondRule.ts';

const { days, aheadDays, waiting: mostWaiting, aDay } = authorisationLimits;

/** Operators who may decide of what this organisation gives. */
const authorisersOf = async (db: PoolClient, orgId: number): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `with recursive up as (
       select id, parent_id from organisation where id = $1
       union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)
     select p.id from operator p join up on up.id = p.org_id
      where p.status = 1 and 'authorisation:decide' = any(${grantsSql('p.role_id')})`,
    [orgId],
  );
  return rows.map(({ id }) => id);
};

interface Held extends Standing {
  id: number;
  org_id: number;
  holder_id: number | null;
  holder_name: string;
  org_name: string;
  friend_id: number | null;
  from_time: Date;
  until_time: Date | null;
  orders: AssignedOrders;
  max_uses: number | null;
  areas: unknown;
  enabled: boolean;
}

export const authorisationRoutes = (deps: AuthorisationDeps): Served[] => {
  const { platform, readers, touched, orderTouched, confirmed } = deps;
  const oneOf = async (id: number, { operator, lang }: Ctx) => {
    const [one] = await authorisationsOf(readers, { ids: [id] }, operator, lang);
    if (!one) throw new Refusal('notFound');
    return one;
  };
  async function* parts(input: AuthorisationFilter, { operator, lang }: Ctx): FileRows {
    for (let before = input.before; ; ) {
      const part = await authorisationsOf(readers, { ...input, before }, operator, lang, 500);
      if (part.length > 0) yield part as unknown as Record<string, unknown>[];
      if (part.length < 500) return;
      before = part.at(-1)!.id;
    }
  }

  /** One that the caller knows of, held, with how the caller stands to it. */
  const holding = async (db: PoolClient, id: number, { operator }: Ctx): Promise<Held> => {
    const { rows } = await db.query<Omit<Held, 'isOwner' | 'isPermanent'>>(
      `select a.*, coalesce(a.holder_id = $2, false) as "isHolder", coalesce(a.first_id = $2, false) as "isFirst",
         a.needs_second as "needsSecond", coalesce(${dueTime} <= now(), a.until_time <= now(), false) as "isDue",
         exists (select from authorisation_device x where x.authorisation_id = a.id and x.end_time is null) as "hasDevices",
         exists (select from operator p where p.id = a.holder_id and p.status = 1 and organisation_enabled(p.org_id)) as enabled
         from authorisation a where id = $1 and (holder_id = $2 or org_id = any($3)) for update of a`,
      [id, operator.id, operator.orgIds],
    );
    const row = rows[0];
    if (!row) throw new Refusal('notFound');
    return { ...row, isOwner: operator.orgIds.includes(row.org_id), isPermanent: row.until_time === null };
  };
  const stepped = (event: AuthorisationEvent, by: 'holder' | 'owner', at: Held): AuthorisationState => {
    // what is overdue or has run out has ended, whether or not anybody has written it down yet
    const isOver = at.isDue && event !== 'confirm';
    const to = isOver && at.state !== 'ended' ? 'authorisationSettled' : steppedTo(event, by, at);
    if (to !== at.state && (to === 'notFound' || to === 'secondNotYou' || to.startsWith('authorisation')))
      throw new Refusal(to as ErrorCode);
    return to as AuthorisationState;
  };
  /** Both sides hear of it. */
  const tell = async (
    db: PoolClient,
    ctx: Ctx,
    at: Pick<Held, 'org_id' | 'holder_id' | 'friend_id'>,
  ): Promise<void> => {
    const people = [...(await authorisersOf(db, at.org_id)), at.holder_id, at.friend_id, ctx.operator.id];
    ctx.afterCommit(() => touched([...new Set(people.filter((one) => one !== null))]));
  };
  const devicesOf = async (db: PoolClient, id: number): Promise<number[]> =>
    (
      await db.query<{ device_id: number }>('select device_id from authorisation_device where authorisation_id = $1', [
        id,
      ])
    ).rows.map(({ device_id }) => device_id);

  const ask =
    (isDirect: boolean) =>
    async (
      {
        person_id,
        numbers,
        orders,
        max_uses,
        areas,
        from_time,
        until_time,
        reason,
      }: InputOf<typeof authorisations.apply>,
      ctx: Ctx,
    ) => {
      const { operator } = ctx;
      // who grants is the first authoriser: a person, as the second is
      if (isDirect && operator.apiKey) throw new Refusal('noPermission');
      if (isDirect) await confirmed(ctx);
      return transaction(platform, async (db) => {
        await holdPeople(db, operator.id, person_id);
        const friend = await db.query<{ org_id: number; org_name: string }>(
          `select o.org_id, g.org_name from friendship f join operator o on o.id = $3 join organisation g on g.id = o.org_id
            where f.low_id = $1 and f.high_id = $2 and o.status = 1 and organisation_enabled(o.org_id)`,
          [...pairOf(operator.id, person_id), person_id],
        );
        const other = friend.rows[0];
        // whom one does not know is as unknown as nobody
        if (!other) throw new Refusal('notFound');
        const [holderId, orgId] = isDirect ? [person_id, operator.orgId] : [operator.id, other.org_id];
        const orgName = isDirect ? operator.orgName : other.org_name;
        ctx.note(`${await nameOf(db, person_id)}: ${numbers.join(', ')}: ${reason}`);
        if (until_time !== null && Date.parse(until_time) <= Date.now()) throw new Refusal('authorisationEnded');
        if (Date.parse(from_time) > Date.now() + aheadDays * 86_400_000) throw fieldRefusal('from_time', 'outOfRange');
        const { rows: counted } = await db.query<{ waiting: number; today: number }>(
          `select count(*) filter (where end_time is null and state <> 'active')::int as waiting,
             count(*) filter (where create_time > now() - interval '1 day')::int as today
             from authorisation where holder_id = $1 and not is_direct
              and (end_time is null or create_time > now() - interval '1 day')`,
          [operator.id],
        );
        if (!isDirect && (counted[0]!.waiting >= mostWaiting || counted[0]!.today >= aDay))
          throw new Refusal('tooManyApplications', { waiting: mostWaiting, limit: aDay });
        if (!isDirect) {
          const { rows: seen } = await db.query<{ sn: string }>(
            'select sn from device where sn = any($1) and org_id = any($2) order by sn limit 1',
            [numbers, operator.orgIds],
          );
          if (seen[0]) throw new Refusal('deviceSeen', { sn: seen[0].sn });
        }
        // what one may already without limit is not asked for twice: of a limited one more may be asked
        const { rows: already } = await db.query<{ sn: string }>(
          `select x.sn from authorisation a join authorisation_device x on x.authorisation_id = a.id
            where a.holder_id = $1 and a.state = 'active' and x.sn = any($2) and x.end_time is null
              and a.orders in ('unseal', $3) and a.max_uses is null and a.areas is null
              and tstzrange(a.from_time, a.until_time) @> tstzrange($4, $5) order by x.sn limit 1`,
          [holderId, numbers, orders, from_time, until_time],
        );
        if (already[0]) throw new Refusal('deviceAuthorised', { sn: already[0].sn });
        // held: none of them moves meanwhile
        const { rows: devices } = await db.query<{ id: number; sn: string }>(
          `with recursive below as (
             select id from organisation where id = $2 union all select o.id from organisation o join below b on o.parent_id = b.id)
           select id, sn from device where sn = any($1) and retired_time is null and org_id in (select id from below)
            order by id for share`,
          [numbers, orgId],
        );
        if (isDirect && devices.length < numbers.length) throw new Refusal('deviceMissing');
        const second = await needsSecond(db, orgId, holderId, until_time === null);
        const state: AuthorisationState = isDirect ? (second ? 'pending_second' : 'active') : 'pending_first';
        const { rows } = await db.query<{ id: number }>(
          `insert into authorisation (org_id, org_name, friend_id, holder_id, holder_name, holder_login, holder_org, asked, orders,
             max_uses, from_time, until_time, reason, is_direct, needs_second, state, first_id, first_name, first_time, areas)
           select $1, $2, $3, p.id, p.oper_name, p.login_name, g.org_name, $5, $6, $7, $8, $9, $10, $11, $12, $13,
             $14::bigint, $15, case when $14::bigint is not null then now() end, $16::jsonb
             from operator p join organisation g on g.id = p.org_id where p.id = $4 returning id`,
          [
            ...[orgId, orgName, isDirect ? operator.id : person_id, holderId, numbers, orders, max_uses ?? null],
            ...[from_time, until_time, reason, isDirect, second, state],
            ...(isDirect ? [operator.id, operator.operName] : [null, '']),
            areas ? JSON.stringify(areas) : null,
          ],
        );
        await db.query(
          `insert into authorisation_device (authorisation_id, device_id, sn)
             select $1, n.id, n.sn from unnest($2::bigint[], $3::text[]) as n(id, sn)`,
          [rows[0]!.id, devices.map(({ id }) => id), devices.map(({ sn }) => sn)],
        );
        if (isDirect) ctx.concerns(devices.map(({ id }) => id));
        await tell(db, ctx, { org_id: orgId, holder_id: holderId, friend_id: person_id });
        return rows[0]!;
      });
    };

  /** Takes a step, and says of what. */
  const step =
    <I extends { id: number }>(
      of: (input: I) => { event: AuthorisationEvent; by: 'holder' | 'owner' },
      set: (db: PoolClient, at: Held, to: AuthorisationState, input: I, operator: SessionOperator) => Promise<unknown>,
      isProved: boolean,
    ) =>
    async (input: I, ctx: Ctx) => {
      const { event, by } = of(input);
      // a program decides nothing in the place of a person
      if (isProved && ctx.operator.apiKey) throw new Refusal('noPermission');
      if (isProved) await confirmed(ctx);
      const orders = await transaction(platform, async (db) => {
        const at = await holding(db, input.id, ctx);
        ctx.note(`A-${at.id} ${at.holder_name} · ${at.org_name}`);
        if (by === 'owner') ctx.concerns(await devicesOf(db, at.id));
        const to = stepped(event, by, at);
        const { rows } = await db.query<{ id: number }>(
          "select id from command where authorisation_id = $1 and state = 'queued'",
          [at.id],
        );
        await set(db, at, to, input, ctx.operator);
        await tell(db, ctx, at);
        return rows;
      });
      ctx.afterCommit(() => {
        for (const { id } of orders) orderTouched(id);
      });
      return {};
    };
  const decides = (as: 'first' | 'second', verb: 'agree' | 'decline'): AuthorisationEvent =>
    `${verb}${as === 'first' ? 'First' : 'Second'}`;
  const ended = (db: PoolClient, { id }: Held, to: AuthorisationState, cause: string | null, by: string) =>
    db.query('update authorisation set state = $2, end_time = now(), end_cause = $3, end_by = $4 where id = $1', [
      ...[id, to, cause, by],
    ]);

  return serve(authorisations, {
    list: async (input, { operator, lang }) => {
      const rows = await authorisationsOf(readers, input, operator, lang, input.size + 1);
      return { rows: rows.slice(0, input.size), more: rows.length > input.size };
    },
    counts: (_, { operator }) => countAuthorisations(readers, operator),
    detail: async ({ id }, ctx) => withDevices(readers, await oneOf(id, ctx), ctx.operator),
    export: (input, ctx) => parts(input, ctx),
    apply: ask(false),
    grant: ask(true),
    agree: step<InputOf<typeof authorisations.agree>>(
      ({ as }) => ({ event: decides(as, 'agree'), by: 'owner' }),
      async (db, at, to, { as, until_time, max_uses, areas }, { id: me, operName }) => {
        if (!at.enabled) throw new Refusal('authorisationSettled');
        const until = until_time === undefined ? null : Date.parse(until_time);
        const longest = (at.until_time ?? new Date(at.from_time.getTime() + days * 86_400_000)).getTime();
        if (until !== null && (until > longest || until <= Math.max(Date.now(), at.from_time.getTime())))
          throw new Refusal('authorisationLonger');
        if (max_uses !== undefined && (at.orders !== 'unseal' || max_uses > (at.max_uses ?? max_uses)))
          throw new Refusal('authorisationLonger');
        if (areas !== undefined && (at.orders !== 'unseal' || at.areas !== null))
          throw new Refusal('authorisationLonger');
        await db.query(
          `update authorisation set state = $2, step_time = now(), until_time = coalesce($3, until_time),
             max_uses = coalesce($6, max_uses), areas = coalesce($7, areas), ${as}_id = $4, ${as}_name = $5, ${as}_time = now() where id = $1`,
          [at.id, to, until_time ?? null, me, operName, max_uses ?? null, areas ? JSON.stringify(areas) : null],
        );
      },
      true,
    ),
    decline: step<InputOf<typeof authorisations.decline>>(
      ({ as }) => ({ event: decides(as, 'decline'), by: 'owner' }),
      (db, at, to, _, { operName }) => ended(db, at, to, null, operName),
      false,
    ),
    withdraw: step<{ id: number }>(
      () => ({ event: 'withdraw', by: 'holder' }),
      (db, at, to) => ended(db, at, to, null, ''),
      false,
    ),
    end: step<{ id: number }>(
      () => ({ event: 'end', by: 'owner' }),
      (db, at, to, _, { operName }) => ended(db, at, to, 'revoked', operName),
      false,
    ),
    confirm: step<{ id: number }>(
      () => ({ event: 'confirm', by: 'owner' }),
      (db, { id }) => db.query('update authorisation set step_time = now() where id = $1', [id]),
      true,
    ),
    rule: (_, { operator }) => ruleOf(readers, operator.orgId),
    setRule: async (change, ctx) => {
      const { orgId, orgName, apiKey } = ctx.operator;
      if (apiKey) throw new Refusal('noPermission');
      await confirmed(ctx);
      ctx.note(orgName);
      const { before, after } = await transaction(platform, (db) => setRule(db, orgId, change));
      ctx.changed(before, after);
      return {};
    },
    ...authorisedOrders(deps),
  });
};
