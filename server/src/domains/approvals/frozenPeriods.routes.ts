import {
  FROZEN_AHEAD_DAYS,
  type FrozenPeriod,
  frozenPeriods,
  MOST_FROZEN_DAYS,
  MOST_FROZEN_PERIODS,
  OWN_MINUTES,
} from '@plomb/contract/approvals/frozenPeriods';
import { inBoth } from '@plomb/contract/kit/text';
import type { z } from 'zod';
import type { Proofs } from '../../people/proofs.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';

interface Deps {
  proofs: Pick<Proofs, 'fresh'>;
}

/** A minute that was chosen may be over by the time it arrives. */
const SLACK = 5;

const ownUntil = (
  operator: string,
): string => `case when f.operator_id = ${operator} and f.end_time is null and f.until_time > now()
  and f.create_time > now() - make_interval(mins => ${OWN_MINUTES}) then f.create_time + make_interval(mins => ${OWN_MINUTES}) end`;
const shown = `f.id, f.org_id, o.org_name, f.period_name, f.from_time, f.until_time, f.oper_name, f.login_name, f.create_time, f.end_time,
  f.ender_name, f.ender_login, f.end_reason, f.end_time is null and f.until_time > now() as open,
  f.end_time is null and f.from_time <= now() and f.until_time > now() as holds, ${ownUntil('$1')} as own_until`;

export const frozenPeriodRoutes = ({ proofs }: Deps): Served[] => {
  /** A key gives no fresh proof. */
  const proved = async (ctx: Ctx): Promise<void> => {
    if (ctx.operator.apiKey) throw new Refusal('approvalByPerson');
    await proofs.fresh(ctx);
  };
  /** Ends it in words: whoever may, or whoever has just declared it. */
  const ended = async ({ id, reason }: { id: number; reason: string }, ctx: Ctx, isOwn: boolean) => {
    const { client, operator } = ctx;
    await proved(ctx);
    const { rows } = await client.query<{ period_name: string; org_name: string; open: boolean; own: boolean }>(
      `select f.period_name, o.org_name, f.end_time is null and f.until_time > now() as open, ${ownUntil('$2')} is not null as own
         from frozen_period f join organisation o on o.id = f.org_id where f.id = $1 for update of f`,
      [id, operator.id],
    );
    const [found] = rows;
    if (!found) throw new Refusal('notFound');
    ctx.note(inBoth((lang) => `${found.org_name} · ${found.period_name}${lang === 'zh' ? '：' : ': '}${reason}`));
    if (!found.open) throw new Refusal('frozenOver');
    if (isOwn && !found.own) throw new Refusal('frozenNotOwn', { minutes: OWN_MINUTES });
    await client.query(
      `update frozen_period set end_time = now(), ender_id = $2, ender_name = $3, ender_login = $4, end_reason = $5 where id = $1`,
      [id, operator.id, operator.operName, operator.loginName, reason],
    );
    return {};
  };
  return serve(frozenPeriods, {
    list: async ({ page, size }, { client, operator }) => {
      const { rows } = await client.query<FrozenPeriod>(
        `select ${shown} from frozen_period f join organisation o on o.id = f.org_id
          order by open desc, case when f.end_time is null and f.until_time > now() then f.from_time end, f.id desc limit $2 offset $3`,
        [operator.id, size + 1, (page - 1) * size],
      );
      const { rows: above } = await client.query<z.output<typeof frozenPeriods.list.output>['above'][number]>(
        'select period_name, from_time, until_time, from_time <= now() as holds from frozen_above($1) order by from_time',
        [operator.orgId],
      );
      return { rows: rows.slice(0, size), more: rows.length > size, above };
    },

    add: async ({ org_id, period_name, from_time, until_time }, ctx) => {
      const { client, operator } = ctx;
      await proved(ctx);
      // held, so that two at once are counted
      const { rows } = await client.query<{
        org_name: string;
        past: boolean;
        over: boolean;
        far: boolean;
        long: boolean;
      }>(
        `select org_name, coalesce($2::timestamptz < now() - make_interval(mins => ${SLACK}), false) as past, $3::timestamptz <= now() as over,
           coalesce($2::timestamptz > now() + make_interval(days => ${FROZEN_AHEAD_DAYS}), false) as far,
           $3::timestamptz > greatest($2::timestamptz, now()) + make_interval(days => ${MOST_FROZEN_DAYS}) as long
           from organisation where id = $1 for no key update`,
        [org_id, from_time, until_time],
      );
      const [found] = rows;
      if (!found) throw new Refusal('notFound');
      const words = `${found.org_name} · ${period_name}`;
      ctx.note(words);
      if (found.past) throw fieldRefusal('from_time', 'frozenPast');
      if (found.far) throw fieldRefusal('from_time', 'outOfRange');
      if (found.over) throw fieldRefusal('until_time', 'endsBeforeItBegins');
      if (found.long) throw fieldRefusal('until_time', 'frozenTooLong');
      const sum = await client.query<{ over: boolean }>(
        'select frozen_for_too_long($1, greatest($2::timestamptz, now()), $3) as over',
        [org_id, from_time, until_time],
      );
      if (sum.rows[0]!.over) throw fieldRefusal('until_time', 'frozenSum');
      const open = await client.query(
        'select from frozen_period where org_id = $1 and end_time is null and until_time > now()',
        [org_id],
      );
      if (open.rowCount! >= MOST_FROZEN_PERIODS)
        throw new Refusal('frozenTooMany', { limit: String(MOST_FROZEN_PERIODS) });
      // whoever pressed twice and ends one would leave the other
      const same = await client.query(
        `select from frozen_period where org_id = $1 and period_name = $2 and until_time = $4 and end_time is null
          and from_time <= greatest($3::timestamptz, now())`,
        [org_id, period_name, from_time, until_time],
      );
      if (same.rowCount !== 0) throw new Refusal('frozenTwice');
      const added = await client.query<{ id: number }>(
        `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
         values ($1, $2, greatest($3::timestamptz, now()), $4, $5, $6, $7) returning id`,
        [org_id, period_name, from_time, until_time, operator.id, operator.operName, operator.loginName],
      );
      return { id: added.rows[0]!.id };
    },

    codes: async ({ org_id }, { client }) => {
      const { rows } = await client.query<{ codes: number; numbers: string[] }>(
        `select count(known.sn)::int as codes, coalesce((array_agg(known.sn order by known.sn) filter (where known.sn is not null))[1:3], '{}') as numbers
           from organisation o left join lateral (
             select d.sn from device d join unlock_password p on p.device_id = d.id and p.end_time is null
              where d.org_id in (select orgs_below(o.id)) and exists (
                select from password_disclosure x where x.password_id = p.id and not x.never_left)) known on true
          where o.id = $1 group by o.id`,
        [org_id],
      );
      if (!rows[0]) throw new Refusal('notFound');
      return rows[0];
    },
    callOff: (input, ctx) => ended(input, ctx, true),
    end: (input, ctx) => ended(input, ctx, false),
  });
};
