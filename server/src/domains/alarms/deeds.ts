import {
  type AlarmStep,
  type AlarmStepName,
  type alarmResults,
  type alarms,
  REMARK_LEAST,
} from '@plomb/contract/alarms/alarms';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { inBoth, type Lang } from '@plomb/contract/kit/text';
import { seedWord } from '@plomb/contract/words';
import { sql } from 'kysely';
import { matches } from '../../platform/crud.ts';
import { useFile as keepFile } from '../../platform/files/files.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import type { Ctx, Handlers } from '../../platform/serve.ts';
import { type AlarmRow, alarmById, alarmsById } from './queries.ts';
import { standingOf, stepRefusal } from './steps.ts';

export interface Deps {
  /** an alarm changed */
  touched(alarmId: number): void;
}

export const rowOf = async ({ client }: Ctx, id: number): Promise<AlarmRow> => {
  const row = await alarmById(client, id);
  if (!row) throw new Refusal('notFound');
  return row;
};

/** The alarms a step is about, held until it is over, in one order whoever asks; refused if any cannot take it. */
const held = async (ctx: Ctx, ids: readonly number[], step: AlarmStepName): Promise<AlarmRow[]> => {
  const wanted = [...new Set(ids)];
  await ctx.client.query('select from alarm where id = any($1) order by id for update', [wanted]);
  const rows = await alarmsById(ctx.client, wanted);
  if (rows.length !== wanted.length) throw new Refusal('notFound');
  for (const row of rows) {
    const refused = stepRefusal(standingOf(row, ctx.operator.id), step);
    if (refused) throw new Refusal(refused);
  }
  return rows;
};

interface Said {
  reason?: string;
  to?: { id: number; oper_name: string; login_name: string };
}
const write = (ctx: Ctx, rows: readonly AlarmRow[], step: AlarmStepName, { reason = '', to }: Said = {}) =>
  ctx.client.query(
    `insert into alarm_step (alarm_id, org_id, step, operator_id, oper_name, login_name, to_id, to_name, to_login, reason)
     select id, org_id, $2, $3, $4, $5, $6, $7, $8, $9 from alarm where id = any($1) order by id`,
    [
      rows.map(({ id }) => id),
      ...[step, ctx.operator.id, ctx.operator.operName, ctx.operator.loginName],
      ...[to?.id ?? null, to?.oper_name ?? '', to?.login_name ?? '', reason],
    ],
  );

const called = ({ kind, fences, sn, subject }: AlarmRow, lang: Lang): string =>
  [seedWord('alarm_kind', kind)[lang], ...fences, sn, subject].filter(Boolean).join(' ');
/** Several by the first few. */
const NAMED = 5;
const allCalled = (rows: readonly AlarmRow[], lang: Lang): string => {
  const names = rows.slice(0, NAMED).map((row) => called(row, lang));
  const more = rows.length - names.length;
  return [...names, ...(more > 0 ? [`+${more}`] : [])].join('; ');
};

interface Outcome {
  result: (typeof alarmResults)[number];
  remark: string;
  photos?: readonly string[];
}

export const deeds = ({
  touched,
}: Deps): Pick<
  Handlers<typeof alarms>,
  'steps' | 'claim' | 'claimMany' | 'people' | 'handOver' | 'escalate' | 'process' | 'processMany'
> => {
  const tell = (ctx: Ctx, rows: readonly AlarmRow[]): void =>
    ctx.afterCommit(() => {
      for (const { id } of rows) touched(id);
    });

  const give = (ctx: Ctx, rows: readonly AlarmRow[], to: { id: number; oper_name: string; login_name: string }) =>
    ctx.client.query(
      `update alarm set owner_id = $2, owner = $3, owner_login = $4, owner_time = now(), escalate_time = null
       where id = any($1)`,
      [rows.map(({ id }) => id), to.id, to.oper_name, to.login_name],
    );

  const claim = async (ctx: Ctx, ids: readonly number[]): Promise<Record<string, never>> => {
    const rows = await held(ctx, ids, 'take');
    ctx.note(inBoth((lang) => allCalled(rows, lang)));
    // who has it takes it again: nothing happens
    const taken = rows.filter(({ owner_id }) => owner_id === null);
    const { id, operName, loginName } = ctx.operator;
    await give(ctx, taken, { id, oper_name: operName, login_name: loginName });
    await write(ctx, taken, 'take');
    tell(ctx, taken);
    return {};
  };

  // processing closes the paper, not the metal: the lock's state stays what the lock says
  const process = async (
    ctx: Ctx,
    asked: readonly { id: number; hits: number }[],
    { result, remark, photos = [] }: Outcome,
  ): Promise<Record<string, never>> => {
    const said = remark ? `, ${remark}` : '';
    const rows = await held(
      ctx,
      asked.map(({ id }) => id),
      'process',
    );
    ctx.note(inBoth((lang) => `${allCalled(rows, lang)}: ${seedWord('alarm_result', result)[lang]}${said}`));
    const read = new Map(asked.map(({ id, hits }) => [id, hits]));
    for (const { id, hits, severity } of rows) {
      if (hits !== read.get(id)) throw new Refusal('alarmRangAgain', { hits });
      if (severity === 'critical' && [...remark].length < REMARK_LEAST) throw fieldRefusal('remark', 'alarmRemark');
    }
    for (const photo of new Set(photos)) {
      // a picture made for this, and in sight; whose first use it is
      const { rows: fresh } = await ctx.client.query(
        `select from file where id = $1 and purpose = 'alarm' and not exists (select from file_use u where u.file_id = file.id)`,
        [photo],
      );
      if (fresh.length === 0) throw fieldRefusal('photos', 'alarmPhoto');
      await keepFile(ctx.client, photo, `alarm ${rows[0]!.id}`, { evidence: true });
    }
    await ctx.client.query(
      `update alarm set processor_id = $2, processor = $5, processor_login = $6, process_time = now(), result = $3, remark = $4,
         photos = $7 where id = any($1)`,
      [
        rows.map(({ id }) => id),
        ...[ctx.operator.id, result, remark, ctx.operator.operName, ctx.operator.loginName, [...new Set(photos)]],
      ],
    );
    await write(ctx, rows, 'process', { reason: remark });
    tell(ctx, rows);
    return {};
  };

  return {
    steps: async ({ id }, ctx) => {
      await rowOf(ctx, id);
      const { rows } = await ctx.client.query<AlarmStep>(
        `select id, step, oper_name, login_name, to_name, to_login, reason, create_time as time from alarm_step
         where alarm_id = $1 order by id`,
        [id],
      );
      const own = await ctx.client.query<{ own: boolean }>('select is_own_alarm($1, $2) as own', [id, ctx.operator.id]);
      return { rows, own: own.rows[0]!.own };
    },

    claim: ({ id }, ctx) => claim(ctx, [id]),
    claimMany: ({ ids }, ctx) => claim(ctx, ids),

    people: async ({ id, keyword }, ctx) => {
      const { org_id } = await rowOf(ctx, id);
      const found = keyword
        ? sql`(${matches(sql`p.oper_name`, keyword)} or ${matches(sql`p.login_name`, keyword)}
            or ${matches(sql`o.org_name`, keyword)})`
        : sql`true`;
      const { rows } = await sql<{ id: number; oper_name: string; login_name: string; org_name: string }>`
        select p.id, p.oper_name, p.login_name, o.org_name from operator p join organisation o on o.id = p.org_id
        where ${found} and p.status = 1 and may_process_alarms(p.id, ${org_id}) order by p.oper_name, p.id limit 20`.execute(
        ctx.db,
      );
      return { rows };
    },

    handOver: async ({ id, operator_id, reason }, ctx) => {
      const rows = await held(ctx, [id], 'hand_over');
      const { rows: people } = await ctx.client.query<{ id: number; oper_name: string; login_name: string }>(
        'select id, oper_name, login_name from operator where id = $1 and may_process_alarms(id, $2)',
        [operator_id, rows[0]!.org_id],
      );
      const [to] = people;
      if (!to) throw fieldRefusal('operator_id', 'alarmPerson');
      ctx.note(
        inBoth(
          (lang) => `${allCalled(rows, lang)} → ${personNamed(to.oper_name, to.login_name)}${reason && `, ${reason}`}`,
        ),
      );
      await give(ctx, rows, to);
      await write(ctx, rows, 'hand_over', { reason, to });
      tell(ctx, rows);
      return {};
    },

    escalate: async ({ id, reason }, ctx) => {
      const rows = await held(ctx, [id], 'escalate');
      ctx.note(inBoth((lang) => `${allCalled(rows, lang)}: ${reason}`));
      await ctx.client.query(
        `update alarm set owner_id = null, owner = '', owner_login = '', owner_time = null, escalate_time = now() where id = $1`,
        [id],
      );
      await write(ctx, rows, 'escalate', { reason });
      tell(ctx, rows);
      return {};
    },

    process: ({ id, hits, ...outcome }, ctx) => process(ctx, [{ id, hits }], outcome),
    processMany: ({ alarms: asked, ...outcome }, ctx) => process(ctx, asked, outcome),
  };
};
