import { inBoth, type Text } from '@plomb/contract/kit/text';
import { type Command, type CommandKind, isPhysical } from '@plomb/contract/lock/command';
import type { Connection } from '@plomb/contract/lock/connection';
import { isFresh, sealModel, type WordFacts } from '@plomb/contract/lock/operable';
import { orders } from '@plomb/contract/orders/orders';
import { reasonIn } from '@plomb/contract/orders/reason';
import { seedWord } from '@plomb/contract/words';
import { holdSeal } from '../../ingest/holdSeal.ts';
import { connection } from '../../lock/state.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { disclose } from './disclosure.ts';
import type { Passwords } from './passwords.ts';
import { commandById, commandsOf, eventsOf } from './queries.ts';
import { type Operable, refusalToCancel, refusalToOperate } from './rules.ts';

interface Deps {
  /** a command waits for this device */
  hint(deviceId: number): void;
  /** a command came to be or changed */
  touched(commandId: number): void;
  /** the present of a device changed without a report */
  deviceTouched(deviceId: number): void;
  /** seconds a command may wait for its lock: an unseal ordered at 09:00 must not open something else at 14:00 */
  lifetime(kind: CommandKind): number;
  /** refuses an order when whoever gives it has not proved afresh who it is */
  confirmed(ctx: Ctx): Promise<void>;
  passwords: Pick<Passwords, 'open'>;
}

interface Request {
  device_id: number;
  reason_code?: string | undefined;
  reason: string;
  idempotency_key: string;
}

interface Lock extends Operable {
  org_id: number;
  sn: string;
  device_name: string;
  /** the plate, most often */
  subject: string;
}

/** A lock as the operation log names it. */
const named = ({ sn, subject, device_name }: Pick<Lock, 'sn' | 'subject' | 'device_name'>): string =>
  [sn, subject, device_name].filter(Boolean).join(' ');

export const orderRoutes = ({ hint, touched, deviceTouched, lifetime, confirmed, passwords }: Deps): Served[] => {
  const create = async (kind: CommandKind, request: Request, ctx: Ctx): Promise<Command> => {
    const { client, operator } = ctx;
    const again = await client.query<{ id: number; device_id: number; kind: CommandKind }>(
      'select id, device_id, kind from command where operator_id = $1 and idempotency_key = $2',
      [operator.id, request.idempotency_key],
    );
    const earlier = again.rows[0];
    if (earlier && (earlier.device_id !== request.device_id || earlier.kind !== kind)) throw new Refusal('keyReused');
    const words = kind === 'unseal' ? { zh: '解封', en: 'unseal' } : { zh: '施封', en: 'seal' };
    if (earlier) {
      const command = found(await commandById(client, earlier.id));
      const same = { zh: '重复请求，未产生新指令：', en: 'the same request again, no new order: ' };
      ctx.note(inBoth((lang) => `${same[lang]}${words[lang]} ${command.sn}`));
      return command;
    }

    const lock = await lockOf(ctx, request.device_id);
    const why = { ...(await chosenReason(ctx, request.reason_code)), reason: request.reason };
    ctx.note(inBoth((lang) => [`${words[lang]} ${named(lock)}`, reasonIn(lang, why)].filter(Boolean).join(': ')));
    const no = refusalToOperate(kind, lock);
    if (no) throw new Refusal(no);

    // a newer order replaces one that has not left yet; one that has left stands, and the unique index says so
    const replaced = await client.query<{ id: number }>(
      `update command set state = 'cancelled', finish_time = now()
       where device_id = $1 and physical and state = 'queued' returning id`,
      [request.device_id],
    );
    const { rows } = await client.query<{ id: number }>(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, reason, operator_id, oper_name, expire_time, api_key_id,
         reason_code, reason_text)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9), $10, $11, $12) returning id`,
      [
        request.device_id,
        lock.org_id,
        kind,
        isPhysical[kind],
        request.idempotency_key,
        request.reason,
        operator.id,
        operator.operName,
        lifetime(kind),
        operator.apiKey?.id ?? null,
        why.reason_code,
        why.reason_text,
      ],
    );
    const id = rows[0]!.id;
    const held = kind === 'seal' && sealModel[lock.family] === 'platform';
    if (held) await hold(ctx, id, request.device_id);
    ctx.afterCommit(() => {
      for (const { id: old } of replaced.rows) touched(old);
      touched(id);
      if (held) deviceTouched(request.device_id);
      else hint(request.device_id);
    });
    return found(await commandById(client, id));
  };

  return serve(orders, {
    seal: (input, ctx) => create('seal', input, ctx),
    unseal: async (input, ctx) => {
      await confirmed(ctx);
      return create('unseal', input, ctx);
    },

    unlockPassword: async (input, ctx) => {
      const lock = await lockOf(ctx, input.device_id);
      ctx.note(`${named(lock)}: ${input.reason}`);
      await confirmed(ctx);
      if (lock.status !== 1 || lock.lost) throw new Refusal('deviceUnusable');
      return disclose(ctx, passwords, lock, input);
    },

    cancel: async ({ id }, ctx) => {
      const command = found(await commandById(ctx.client, id));
      const { rows } = await ctx.client.query<Lock>('select sn, subject, device_name from device where id = $1', [
        command.device_id,
      ]);
      const lock = rows[0] ? named(rows[0]) : command.sn;
      ctx.note(inBoth((lang) => `${seedWord('command_kind', command.kind)[lang]} ${lock}`));
      const { rowCount } = await ctx.client.query(
        "update command set state = 'cancelled', finish_time = now() where id = $1 and state = 'queued'",
        [id],
      );
      if (rowCount === 0) {
        const now = found(await commandById(ctx.client, id)); // it may have left between the two statements
        throw new Refusal(refusalToCancel(now.state) ?? 'conflict');
      }
      ctx.afterCommit(() => touched(id));
      return found(await commandById(ctx.client, id));
    },

    command: async ({ id }, { client }) => found(await commandById(client, id)),
    commands: async (page, ctx) => {
      await knownLock(ctx, page.device_id);
      return paged(await commandsOf(ctx.client, { ...page, size: page.size + 1 }), page.size);
    },
    events: async (page, ctx) => {
      await knownLock(ctx, page.device_id);
      return paged(await eventsOf(ctx.client, { ...page, size: page.size + 1 }), page.size);
    },
  });
};

const found = <T>(row: T | undefined): T => {
  if (!row) throw new Refusal('notFound');
  return row;
};

const paged = <T>(rows: T[], size: number): { rows: T[]; more: boolean } => ({
  rows: rows.slice(0, size),
  more: rows.length > size,
});

/** The item of the list, with its words of now. */
const chosenReason = async (
  { client }: Ctx,
  code: string | undefined,
): Promise<Pick<Command, 'reason_code' | 'reason_text'>> => {
  if (code === undefined) return { reason_code: null, reason_text: null };
  const { rows } = await client.query<{ item_text: Text }>(
    `select item_text from dictionary_item i join dictionary d on d.id = i.dictionary_id
     where d.dict_code = 'unseal_reason' and i.item_code = $1 and i.enabled`,
    [code],
  );
  if (!rows[0]) throw new Refusal('reasonNotOffered');
  return { reason_code: code, reason_text: rows[0].item_text };
};

/** Whoever had a lock keeps what happened to it then, and reads it still. */
const knownLock = async ({ client }: Ctx, deviceId: number): Promise<void> => {
  const { rows } = await client.query<{ known: boolean }>(
    `select exists (select from device where id = $1) or exists (select from device_left where device_id = $1) as known`,
    [deviceId],
  );
  if (!rows[0]?.known) throw new Refusal('notFound');
};

const lockOf = async ({ client }: Ctx, deviceId: number): Promise<Lock> => {
  const { rows } = await client.query<Omit<Lock, 'fresh'> & WordFacts & { connection: Connection; now: number }>(
    `select d.org_id, d.sn, d.device_name, d.subject, d.status, d.lost, t.family, s.lock_status, s.electric,
       s.lock_time, c.connected, t.report_interval, t.sleep_interval, ${connection} as connection,
       (extract(epoch from now()) * 1000)::float8 as now
     from device d join device_type t on t.id = d.device_type_id join device_state s on s.device_id = d.id
       join device_connection c on c.device_id = d.id
     where d.id = $1`,
    [deviceId],
  );
  const lock = found(rows[0]);
  return { ...lock, fresh: isFresh(lock, lock.connection, lock.now) };
};

/**
 * This family has no seal order: a closed lock is sealed by the platform's word. Nothing is sent and nothing is proved;
 * if it opened meanwhile the state no longer matches and nothing is held.
 */
const hold = async ({ client, operator }: Ctx, commandId: number, deviceId: number): Promise<void> => {
  const event = await holdSeal(client, { deviceId, commandId, actor: operator.operName });
  if (event === null) throw new Refusal('closeShackleFirst');
  await client.query(
    `update command set state = 'held', finish_time = now(), evidence = 'held', evidence_time = now(), evidence_event_id = $2
     where id = $1`,
    [commandId, event],
  );
};
