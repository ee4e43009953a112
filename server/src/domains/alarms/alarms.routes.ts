import { alarms } from '@plomb/contract/alarms/alarms';
import { inBoth, type Lang } from '@plomb/contract/kit/text';
import { seedWord } from '@plomb/contract/words';
import { sql } from 'kysely';
import { openAlarms } from '../../lock/openAlarms.ts';
import { cursor } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { type AlarmFilter, type AlarmRow, alarmById, alarmRows, urgentFirst } from './queries.ts';

interface Deps {
  /** an alarm changed */
  touched(alarmId: number): void;
}

const rowOf = async ({ client }: Ctx, id: number): Promise<AlarmRow> => {
  const row = await alarmById(client, id);
  if (!row) throw new Refusal('notFound');
  return row;
};

const named = ({ kind, fences, sn, subject }: AlarmRow, lang: Lang): string =>
  [seedWord('alarm_kind', kind)[lang], ...fences, sn, subject].filter(Boolean).join(' ');

export const alarmRoutes = ({ touched }: Deps): Served[] =>
  serve(alarms, {
    list: async ({ size, order, stood, ...asked }, { client, db }) => {
      const severity = stood === 'processed' ? undefined : stood;
      const filter = { ...asked, severity };
      const read = async (f: AlarmFilter, most: number): Promise<AlarmRow[]> =>
        (await sql<AlarmRow>`${alarmRows(f)} limit ${most}`.execute(db)).rows;
      const standing = async (id: number) =>
        stood ? (severity ? 'unprocessed' : 'processed') : (await alarmById(client, id))?.status;
      const parts =
        order === 'urgency' ? urgentFirst(filter, filter.before ? await standing(filter.before) : undefined) : [filter];
      const rows: AlarmRow[] = [];
      for (const part of parts) if (rows.length <= size) rows.push(...(await read(part, size + 1 - rows.length)));
      const open = await client.query<{ n: number }>(`select count(*) as n from alarm where ${openAlarms}`);
      return { rows: rows.slice(0, size), more: rows.length > size, unprocessed: open.rows[0]?.n ?? 0 };
    },

    count: async (_, { client }) => {
      const { rows } = await client.query<{ unprocessed: number; critical: number; locks: number }>(
        `select count(*) as unprocessed, count(*) filter (where severity = 'critical') as critical,
           count(distinct device_id) as locks from alarm where ${openAlarms}`,
      );
      return rows[0]!;
    },

    detail: ({ id }, ctx) => rowOf(ctx, id),

    export: (filter, ctx) => cursor(ctx, alarmRows(filter, true)),

    claim: async ({ id }, ctx) => {
      const alarm = await rowOf(ctx, id);
      ctx.note(inBoth((lang) => named(alarm, lang)));
      const { rowCount } = await ctx.client.query(
        `update alarm set owner_id = $2, owner = $3, owner_login = $4
         where id = $1 and process_time is null and (owner_id is null or owner_id = $2)`,
        [id, ctx.operator.id, ctx.operator.operName, ctx.operator.loginName],
      );
      if (rowCount === 0) throw new Refusal(alarm.status === 'processed' ? 'alarmProcessed' : 'alarmTaken');
      ctx.afterCommit(() => touched(id));
      return {};
    },

    // processing closes the paper, not the metal: the lock's state stays what the lock says
    process: async ({ id, hits, result, remark }, ctx) => {
      const alarm = await rowOf(ctx, id);
      const said = remark ? `, ${remark}` : '';
      ctx.note(inBoth((lang) => `${named(alarm, lang)}: ${seedWord('alarm_result', result)[lang]}${said}`));
      const { rowCount } = await ctx.client.query(
        `update alarm set processor_id = $2, processor = $5, processor_login = $6, process_time = now(), result = $3, remark = $4
         where id = $1 and process_time is null and hits = $7`,
        [id, ctx.operator.id, result, remark, ctx.operator.operName, ctx.operator.loginName, hits],
      );
      if (rowCount === 0) {
        const now = await rowOf(ctx, id);
        throw now.status === 'processed'
          ? new Refusal('alarmProcessed')
          : new Refusal('alarmRangAgain', { hits: now.hits });
      }
      ctx.afterCommit(() => touched(id));
      return {};
    },
  });
