import type { OutputOf } from '@plomb/contract/kit/call';
import { type AccountSession, account } from '@plomb/contract/personal/account';
import type { Pool } from 'pg';
import { endOthers } from '../../people/sessions.ts';
import { hashOf, sessionLives } from '../../platform/access.ts';
import { wireTypeParsers } from '../../platform/postgres/pools.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';

interface Deps {
  platform: Pool;
  /** how long a session lasts, as access.ts has it: an old one is not shown as alive */
  limits(): { idleSeconds: number; maxSeconds: number; wallDays: number };
}

type AccountDetail = OutputOf<typeof account.detail>;
type FactorState = AccountDetail['second_factor'];

const detailSql = `
  select o.id, o.oper_code as "operCode", o.oper_name as "operName", o.oper_phone as "operPhone",
    o.login_name as "loginName", g.org_name as "orgName", r.role_name as "roleName", o.create_time, o.password_time,
    f.confirm_time as since, f.channel, coalesce(f.recipient, '') as recipient,
    case when r.second_factor_by_message then array(select channel from message_channel where enabled order by 1)
      else '{}' end as ways, r.second_factor_required as required,
    (select count(*) from backup_code b where b.operator_id = f.operator_id and b.use_time is null) as "codesLeft"
  from operator o join organisation g on g.id = o.org_id join role r on r.id = o.role_id
    left join second_factor f on f.operator_id = o.id
  where o.id = $1`;

/** An operator and its own account. Its row, its role's and its sessions may lie outside of what its scope shows. */
export const accountRoutes = ({ platform, limits }: Deps): Served[] => {
  const read = <Row extends object>(text: string, values: unknown[]) =>
    platform.query<Row>({ text, values, types: wireTypeParsers });

  return serve(account, {
    detail: async (_, { operator }) => {
      const { rows } = await read<Omit<AccountDetail, 'second_factor'> & FactorState>(detailSql, [operator.id]);
      const { since, channel, recipient, ways, required, codesLeft, ...own } = rows[0]!;
      return { ...own, second_factor: { since, channel, recipient, ways, required, codesLeft } };
    },

    update: async ({ operPhone }, ctx) => {
      const { rows } = await platform.query<{ before: string; login_name: string }>(
        `with before as (select id, oper_phone from operator where id = $1 for update)
         update operator o set oper_phone = $2 from before b where o.id = b.id returning o.login_name, b.oper_phone as before`,
        [ctx.operator.id, operPhone],
      );
      ctx.note(rows[0]!.login_name);
      ctx.changed({ operPhone: rows[0]!.before }, { operPhone });
      return {};
    },

    sessions: async (_, { operator, token }) => {
      const { idleSeconds, maxSeconds, wallDays } = limits();
      const { rows } = await read<AccountSession>(
        `select id, address, user_agent, create_time, seen_time, token_hash = $2 as current, wall from session
         where operator_id = $1 and end_time is null and ${sessionLives('$3', '$4', '$5')}
         order by token_hash = $2 desc, seen_time desc, id desc`,
        [operator.id, hashOf(token), idleSeconds, maxSeconds, wallDays],
      );
      return { rows };
    },

    endSession: async ({ id }, ctx) => {
      const { rows } = await platform.query<{ address: string }>(
        `update session set end_time = now(), end_reason = 'elsewhere'
         where id = $1 and operator_id = $2 and end_time is null returning address`,
        [id, ctx.operator.id],
      );
      if (!rows[0]) throw new Refusal('notFound');
      ctx.note(rows[0].address);
      return {};
    },

    endOtherSessions: async (_, { operator, token }) => ({
      ended: await endOthers(platform, operator.id, token, 'elsewhere'),
    }),
  });
};
