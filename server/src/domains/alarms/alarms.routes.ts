import { alarms } from '@plomb/contract/alarms/alarms';
import { openAlarms } from '../../lock/openAlarms.ts';
import { withSwipe } from '../../lock/swipeFields.ts';
import { withPlaces } from '../../lock/withPlaces.ts';
import { cursor } from '../../platform/crud.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { within } from '../../platform/within.ts';
import { type Deps, deeds, rowOf } from './deeds.ts';
import { type AlarmFilter, type AlarmRow, alarmById, alarmRows, urgentFirst } from './queries.ts';
import { tallyOf } from './tally.ts';

type Owner = 'mine' | 'unclaimed' | undefined;
/** `owner` as the person who asks means it. */
const owned = <F extends { owner?: Owner }>({ owner, ...filter }: F, { operator }: Ctx) => ({
  ...filter,
  ...(owner === undefined ? {} : { ownerId: owner === 'mine' ? operator.id : null }),
});

export const alarmRoutes = (deps: Deps): Served[] =>
  serve(alarms, {
    list: async ({ size, order, stood, org_id, ...asked }, ctx) => {
      const { client, db } = ctx;
      await within(ctx, org_id);
      const severity = stood === 'processed' ? undefined : stood;
      const filter = { ...owned(asked, ctx), stood: severity };
      const read = async (f: AlarmFilter, most: number): Promise<AlarmRow[]> =>
        (await alarmRows(f, { most }).execute(db)).rows;
      const standing = async (id: number) =>
        stood ? (severity ? 'unprocessed' : 'processed') : (await alarmById(client, id))?.status;
      const parts =
        order === 'urgency' ? urgentFirst(filter, filter.before ? await standing(filter.before) : undefined) : [filter];
      const rows: AlarmRow[] = [];
      for (const part of parts) if (rows.length <= size) rows.push(...(await read(part, size + 1 - rows.length)));
      const open = await client.query<{ n: number }>(`select count(*) as n from alarm where ${openAlarms}`);
      return { rows: rows.slice(0, size), more: rows.length > size, unprocessed: open.rows[0]?.n ?? 0 };
    },

    count: async (_, { client, operator }) => {
      const { rows } = await client.query<{ unprocessed: number; critical: number; locks: number }>(
        `select count(*) as unprocessed, count(*) filter (where severity = 'critical') as critical,
           count(distinct device_id) filter (where exists (
             select from device d where d.id = alarm.device_id and d.org_id = alarm.org_id and d.status = 1)) as locks
         from alarm where ${openAlarms}`,
      );
      const { rows: mutes } = await client.query<{ until_time: string; reason: string }>(
        'select until_time, reason from alarm_mute where operator_id = $1 and until_time > now()',
        [operator.id],
      );
      return { ...rows[0]!, mute: mutes[0] ?? null };
    },

    tally: ({ since }, ctx) => tallyOf(ctx, since),

    detail: ({ id }, ctx) => rowOf(ctx, id),

    export: (filter, ctx) =>
      withPlaces(withSwipe(cursor(ctx, alarmRows(owned(filter, ctx), { all: true }))), filter, ctx.lang),

    ...deeds(deps),

    mute: async ({ minutes, reason }, ctx) => {
      const { client, operator } = ctx;
      await client.query('delete from alarm_mute where operator_id = $1 and $2 or until_time <= now()', [
        operator.id,
        minutes === 0,
      ]);
      if (minutes > 0) {
        if (reason === '') throw fieldRefusal('reason', 'muteReason');
        await client.query(
          `insert into alarm_mute (operator_id, org_id, until_time, reason) values ($1, $2, now() + make_interval(mins => $3), $4)
           on conflict (operator_id) do update set until_time = excluded.until_time, reason = excluded.reason`,
          [operator.id, operator.orgId, minutes, reason],
        );
      }
      ctx.note(
        minutes > 0
          ? { zh: `静音 ${minutes} 分钟：${reason}`, en: `muted for ${minutes} min: ${reason}` }
          : { zh: '恢复声音', en: 'heard again' },
      );
      return {};
    },
  });
