import { messages } from '@plomb/contract/messages/messages';
import { type RawBuilder, sql } from 'kysely';
import { cursor, isOneOf, matches } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';

const rows = sql`select m.id, m.create_time, m.channel, m.purpose, m.recipient, m.state, m.answer, m.attempts, m.oper_name,
  coalesce(c.config_name, '') as config_name, g.org_name, m.end_time, m.expire_time
  from message m join organisation g on g.id = m.org_id left join alarm_config c on c.id = m.config_id`;

interface Filter {
  channel?: unknown;
  state?: unknown;
  purpose?: unknown;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
const where = (f: Filter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`m.id < ${f.before}`);
  if (f.ids) terms.push(sql`m.id = any(${f.ids})`);
  if (f.channel) terms.push(isOneOf(sql`m.channel`, f.channel));
  if (f.state) terms.push(isOneOf(sql`m.state`, f.state));
  if (f.purpose) terms.push(isOneOf(sql`m.purpose`, f.purpose));
  if (f.keyword) terms.push(matches(sql`concat_ws(' ', m.recipient, m.oper_name, m.answer, c.config_name)`, f.keyword));
  return sql`where ${sql.join(terms, sql` and `)}`;
};

export const messageRoutes: Served[] = serve(messages, {
  list: async (input, { db }) => {
    const { rows: all } = await sql<never>`${rows} ${where(input)} order by m.id desc limit ${input.size + 1}`.execute(
      db,
    );
    return { rows: all.slice(0, input.size), more: all.length > input.size };
  },
  detail: async ({ id }, { db }) => {
    const { rows: found } = await sql<never>`${rows} where m.id = ${id}`.execute(db);
    if (!found[0]) throw new Refusal('notFound');
    const { rows: tries } = await sql<never>`select attempt, begin_time, end_time, state, answer, next_time
      from message_try where message_id = ${id} order by attempt`.execute(db);
    return { ...(found[0] as object), tries } as never;
  },
  export: (input, ctx) => cursor(ctx, sql`${rows} ${where(input)} order by m.id desc`),
});
