import type { Alarm } from '@plomb/contract/alarms/alarms';
import {
  cursorOf,
  deviceLife,
  type LifeEntry,
  type LifeKind,
  lifeKinds,
  lifePermits,
} from '@plomb/contract/devices/life';
import type { Lang } from '@plomb/contract/kit/text';
import type { Command, LockEvent } from '@plomb/contract/lock/command';
import { sayOrder } from '@plomb/contract/lock/orderKinds';
import { reasonIn } from '@plomb/contract/orders/reason';
import { seedWord } from '@plomb/contract/words';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { asSeenBy, eventsSeenBy } from '../orders/rules.ts';
import { lifeKeys, runs, type Teller, tellerOf } from './life.queries.ts';
import { signature } from './signature.ts';

export interface LifeDeps {
  /** records of other domains, by their numbers */
  records: {
    events(db: ClientBase, ids: readonly number[]): Promise<LockEvent[]>;
    commands(db: ClientBase, ids: readonly number[]): Promise<Command[]>;
    alarms(db: ClientBase, ids: readonly number[]): Promise<Alarm[]>;
  };
}

interface Asked {
  id: number;
  kind?: LifeKind | LifeKind[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
}

/** Of the kinds that are asked for those the caller may see. */
const kindsOf = ({ kind }: Asked, { operator }: Ctx): LifeKind[] => {
  const asked = kind === undefined ? lifeKinds : [kind].flat();
  return lifeKinds.filter((one) => asked.includes(one) && operator.grants.has(lifePermits[one]));
};

const beforeOf = (cursor: string | undefined) => {
  if (cursor === undefined) return null;
  const [time = '', kind = '', id = ''] = cursor.split('~');
  if (Number.isNaN(Date.parse(time)) || !(lifeKinds as string[]).includes(kind)) throw new Refusal('validation');
  return { time, kind: kind as LifeKind, id: Number(id) };
};

type Payload = Record<string, unknown>;
const byId = <T extends { id: number }>(rows: readonly T[], as: (row: T) => Payload): Map<number, Payload> =>
  new Map(rows.map((row) => [row.id, as(row)]));

export const lifeRoutes = ({ records }: LifeDeps): Served[] => {
  /** What the entries of a kind say, by their numbers. */
  const payloads: Record<LifeKind, (ids: number[], teller: Teller, ctx: Ctx) => Promise<Map<number, Payload>>> = {
    report: async (ids, teller, { db }) => {
      const { rows } = await runs(teller, ids).execute(db);
      return byId(rows as { id: number }[], (run) => ({ run }));
    },
    event: async (ids, _, { client, operator }) =>
      byId(eventsSeenBy(operator, await records.events(client, ids)), (event) => ({ event })),
    order: async (ids, _, { client, operator }) =>
      byId(await records.commands(client, ids), (command) => ({ command: asSeenBy(operator, command) })),
    alarm: async (ids, _, { client }) => byId(await records.alarms(client, ids), (alarm) => ({ alarm })),
    custody: async (ids, _, { db }) => {
      const { rows } = await sql<{ id: number }>`
        select c.id, c.step, c.from_status, c.to_status, c.oper_name, c.source, c.receiver, c.reason, ${signature} as signature
        from custody c left join signature sg on sg.id = c.signature_id where c.id = any(${ids})`.execute(db);
      return byId(rows, (custody) => ({ custody }));
    },
    edit: async (ids, _, { db, lang }) => {
      const { rows } = await sql<{ id: number }>`
        select id, ${sql.ref(`title_${lang}`)} as title,
          ${lang === 'en' ? sql`coalesce(instruct_en, instruct)` : sql`instruct`} as instruct, operate_name, success, changes
        from operation_log where id = any(${ids})`.execute(db);
      return byId(rows, (edit) => ({ edit }));
    },
    aside: async (ids, _, { db }) => {
      const { rows } = await sql<{ id: number }>`
        select id, device_time, authenticated, case when reason like 'refused%' then 'refused'
          when reason like 'not understood%' then 'not_understood' else reason end as reason
        from quarantine where id = any(${ids})`.execute(db);
      return byId(rows, (aside) => ({ aside }));
    },
    registered: async (ids) => new Map(ids.map((id) => [id, {}])),
  };

  const pageOf = async (asked: Asked, size: number, ctx: Ctx): Promise<{ rows: LifeEntry[]; more: boolean }> => {
    const [teller] = (await tellerOf(asked.id).execute(ctx.db)).rows;
    if (!teller) throw new Refusal('notFound');
    const kinds = kindsOf(asked, ctx);
    if (kinds.length === 0) return { rows: [], more: false };
    const { from, to } = asked;
    const keys = await lifeKeys({ teller, kinds, from, to, before: beforeOf(asked.before), size: size + 1 }).execute(
      ctx.db,
    );
    const shown = keys.rows.slice(0, size);
    const told = new Map<LifeKind, Map<number, Payload>>();
    for (const kind of kinds) {
      const ids = shown.filter((key) => key.kind === kind).map((key) => key.id);
      if (ids.length > 0) told.set(kind, await payloads[kind](ids, teller, ctx));
    }
    const rows = shown.flatMap((key) => {
      const payload = told.get(key.kind)?.get(key.id);
      return payload ? [{ ...key, ...payload } as LifeEntry] : [];
    });
    return { rows, more: keys.rows.length > size };
  };

  return serve(deviceLife, {
    list: ({ size, ...asked }, ctx) => pageOf(asked, size, ctx),
    export: async function* (asked, ctx): FileRows {
      for (let before: string | undefined; ; ) {
        const { rows, more } = await pageOf({ ...asked, before }, AT_ONCE, ctx);
        yield rows.map((row) => ({ time: new Date(row.time), kind: row.kind, ...lineOf(row, ctx.lang) }));
        const last = rows.at(-1);
        if (!more || !last) return;
        before = cursorOf(last);
      }
    },
  });
};

/** Entries of a file that are read together. */
const AT_ONCE = 500;

interface Line {
  what: string;
  who: string;
  more: string;
}

/** An entry in words, for a file. */
const lineOf = (entry: LifeEntry, lang: Lang): Line => {
  const line = (what: string, who = '', more = ''): Line => ({ what, who, more });
  switch (entry.kind) {
    case 'report': {
      const { count, slowest, fastest, late, silences } = entry.run;
      const speed = fastest === null ? '' : `${slowest}–${fastest} km/h`;
      const silent = silences.map(
        ({ from_time, to_time }) => `${lang === 'zh' ? '无上报' : 'no report'} ${from_time} – ${to_time}`,
      );
      return line(String(count), '', [speed, late > 0 ? String(late) : '', ...silent].filter(Boolean).join(' · '));
    }
    case 'event':
      return line(seedWord('msg_ls', entry.event.ls_after)[lang], entry.event.actor, entry.event.code);
    case 'order': {
      const { command } = entry;
      const state = seedWord('command_state', command.state)[lang];
      return line(
        `${sayOrder(command.kind, command.args)[lang]}: ${state}`,
        command.oper_name,
        reasonIn(lang, command),
      );
    }
    case 'alarm': {
      const { alarm } = entry;
      const end = alarm.result === null ? '' : seedWord('alarm_result', alarm.result)[lang];
      return line(
        seedWord('alarm_kind', alarm.kind)[lang],
        alarm.processor || alarm.owner,
        [end, alarm.remark].filter(Boolean).join(' · '),
      );
    }
    case 'custody':
      return line(seedWord('stock_step', entry.custody.step)[lang], entry.custody.oper_name, entry.custody.reason);
    case 'edit':
      return line(entry.edit.title, entry.edit.operate_name, entry.edit.instruct);
    case 'aside':
      return line(seedWord('quarantine_reason', entry.aside.reason)[lang]);
    case 'registered':
      return line(lang === 'zh' ? '登记' : 'Registered');
  }
};
