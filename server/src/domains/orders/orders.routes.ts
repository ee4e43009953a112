import { personNamed } from '@plomb/contract/kit/personNamed';
import { inBoth, type Text } from '@plomb/contract/kit/text';
import { maskedArgs } from '@plomb/contract/lock/cards';
import type { Command } from '@plomb/contract/lock/command';
import type { Connection } from '@plomb/contract/lock/connection';
import { isFresh, sealModel, type WordFacts } from '@plomb/contract/lock/operable';
import {
  type ArgsOf,
  argsMistake,
  type CommandKind,
  orderKinds,
  passwordMistake,
  sayOrder,
  unlockPasswordPattern,
} from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { reasonIn } from '@plomb/contract/orders/reason';
import type { ClientBase } from 'pg';
import { holdSeal } from '../../ingest/holdSeal.ts';
import { connection, outOfUse, reportInterval, sleepInterval, wordTime } from '../../lock/state.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { disclose } from './disclosure.ts';
import type { Passwords } from './passwords.ts';
import { commandById, commandsOf, eventsOf, standingOf } from './queries.ts';
import { asSeenBy, eventsSeenBy, type Operable, refusalOfDevice, refusalToCancel, refusalToOperate } from './rules.ts';

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
  passwords: Pick<Passwords, 'open' | 'sealStatic' | 'openStatic'>;
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
  /** `secrets`: what the order carries and nobody reads again */
  const create = async <K extends CommandKind>(
    kind: K,
    args: ArgsOf<K>,
    request: Request,
    ctx: Ctx,
    secrets?: Secrets,
  ): Promise<Command> => {
    const { client, operator } = ctx;
    ctx.concerns([request.device_id]);
    const { again, doubtful, guarded, moves, replaces } = orderKinds[kind];
    if (guarded) await confirmed(ctx);
    // the same press that comes twice at once waits for itself: looked for together, each would find no order
    await client.query("select pg_advisory_xact_lock(hashtext('plomb order ' || $1), hashtext($2))", [
      operator.id,
      request.idempotency_key,
    ]);
    const open = (sealed: Buffer | null) => sealed && passwords.openStatic(request.device_id, sealed);
    /** those of an order that was refused are not kept */
    const areThese = (kept: { sealed: Buffer | null; old_sealed: Buffer | null }, said?: Secrets): boolean =>
      kept.sealed === null || (open(kept.sealed) === said?.password && open(kept.old_sealed) === (said?.old ?? null));
    const pressed = await client.query<{ id: number; same: boolean; sealed: Buffer | null; old_sealed: Buffer | null }>(
      `select c.id, c.device_id = $3 and c.kind = $4 and c.args = $5 as same, p.sealed, p.old_sealed
       from command c left join static_password p on p.command_id = c.id
       where c.operator_id = $1 and c.idempotency_key = $2`,
      [operator.id, request.idempotency_key, request.device_id, kind, JSON.stringify(args)],
    );
    const earlier = pressed.rows[0];
    if (earlier && !(earlier.same && areThese(earlier, secrets))) throw new Refusal('keyReused');
    const words = logged(kind, args);
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
    const mistake = argsMistake(lock.family, kind, args);
    if (mistake) throw fieldRefusal(mistake.field, mistake.message);
    const weak = secrets && passwordMistake(lock.family, secrets.password);
    if (weak) throw fieldRefusal('password', weak);
    if (secrets?.old !== undefined && !unlockPasswordPattern[lock.family].test(secrets.old))
      throw fieldRefusal('old_password', 'unlockPassword');

    // a newer order replaces one that has not left yet; one that has left stands, and the unique index says so
    const replaced = replaces
      ? await client.query<{ id: number }>(
          `update command set state = 'cancelled', cause = 'replaced', finish_time = now()
           where device_id = $1 and state = 'queued' and (kind = $2 or physical and $3) returning id`,
          [request.device_id, kind, moves],
        )
      : { rows: [] };
    const { rows } = await client.query<{ id: number }>(
      `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, reason, operator_id, oper_name,
         expire_time, api_key_id, reason_code, reason_text, doubtful, login_name)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11), $12, $13, $14, $15, $16) returning id`,
      [
        request.device_id,
        lock.org_id,
        kind,
        JSON.stringify(args),
        moves,
        again,
        request.idempotency_key,
        request.reason,
        operator.id,
        operator.operName,
        lifetime(kind),
        operator.apiKey?.id ?? null,
        why.reason_code,
        why.reason_text,
        doubtful,
        operator.loginName,
      ],
    );
    const id = rows[0]!.id;
    const setter = { id, deviceId: request.device_id, orgId: lock.org_id };
    if (secrets) await keepPassword(client, passwords, setter, secrets);
    else if (kind === 'factory_reset') await keepSealed(client, setter, {});
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
  /** A kind whose order says no more than its arguments. */
  const given =
    <K extends CommandKind>(kind: K) =>
    ({ device_id, reason_code, reason, idempotency_key, ...args }: Request, ctx: Ctx) =>
      create(kind, args as unknown as ArgsOf<K>, { device_id, reason_code, reason, idempotency_key }, ctx);

  return serve(orders, {
    seal: given('seal'),
    unseal: given('unseal'),
    query_info: given('query_info'),
    query_parameters: given('query_parameters'),
    query_location: given('query_location'),
    set_intervals: given('set_intervals'),
    set_low_battery: given('set_low_battery'),
    auto_seal_mode: given('auto_seal_mode'),
    restart: given('restart'),
    clear_cache: given('clear_cache'),
    factory_reset: given('factory_reset'),
    set_unlock_password: ({ password, old_password: old, ...request }, ctx) =>
      create('set_unlock_password', {}, request, ctx, { password, old }),
    add_cards: given('add_cards'),
    delete_cards: given('delete_cards'),
    query_cards: given('query_cards'),
    set_area: given('set_area'),
    delete_area: given('delete_area'),
    track: given('track'),
    text: given('text'),

    unlockPassword: async (input, ctx) => {
      ctx.concerns([input.device_id]);
      const lock = await lockOf(ctx, input.device_id);
      ctx.note(`${named(lock)}: ${input.reason}`);
      await confirmed(ctx);
      const no = refusalOfDevice(lock, false);
      if (no) throw new Refusal(no);
      return disclose(ctx, passwords, lock, input);
    },

    cancel: async ({ id }, ctx) => {
      const command = found(await commandById(ctx.client, id));
      ctx.concerns([command.device_id]);
      const { rows } = await ctx.client.query<Lock>('select sn, subject, device_name from device where id = $1', [
        command.device_id,
      ]);
      const lock = rows[0] ? named(rows[0]) : command.sn;
      const words = sayOrder(command.kind, maskedArgs(command.args));
      ctx.note(inBoth((lang) => `${words[lang]} ${lock}`));
      if (!ctx.operator.grants.has(orders[command.kind].permit)) throw new Refusal('noPermission');
      const { rowCount } = await ctx.client.query(
        "update command set state = 'cancelled', finish_time = now() where id = $1 and state = 'queued'",
        [id],
      );
      if (rowCount === 0) {
        const now = found(await commandById(ctx.client, id)); // it may have left between the two statements
        throw new Refusal(refusalToCancel(now.state) ?? 'conflict');
      }
      ctx.afterCommit(() => touched(id));
      return asSeenBy(ctx.operator, found(await commandById(ctx.client, id)));
    },

    command: async ({ id }, { client, operator }) => asSeenBy(operator, found(await commandById(client, id))),
    commands: async (page, ctx) => {
      await knownLock(ctx, page.device_id);
      const seen = (rows: Command[]): Command[] => rows.map((row) => asSeenBy(ctx.operator, row));
      const rows = await commandsOf(ctx.client, { ...page, size: page.size + 1 });
      const standing = page.before === undefined ? await standingOf(ctx.client, page.device_id) : [];
      return { ...paged(seen(rows), page.size), standing: seen(standing) };
    },
    events: async (page, ctx) => {
      await knownLock(ctx, page.device_id);
      const rows = await eventsOf(ctx.client, { ...page, size: page.size + 1 });
      return paged(eventsSeenBy(ctx.operator, rows), page.size);
    },
  });
};

/** An order as the operation log names it. */
const logged = (kind: CommandKind, args: unknown): Text => {
  if (kind === 'unseal') return { zh: '解封', en: 'unseal' };
  return kind === 'seal' ? { zh: '施封', en: 'seal' } : sayOrder(kind, maskedArgs(args as Command['args']));
};

interface Secrets {
  password: string;
  /** the one the lock has now, typed by who knows it better than the platform */
  old?: string | undefined;
}

/** The order that sets a password, and its lock. */
interface Setter {
  id: number;
  deviceId: number;
  orgId: number;
}

/** Passwords that a new one must not repeat. */
const LAST = 5;
/** Sealed from its first moment; refused when it was one of the last. */
const keepPassword = async (
  client: ClientBase,
  passwords: Pick<Passwords, 'sealStatic'>,
  setter: Setter,
  { password, old }: Secrets,
): Promise<void> => {
  const { sealed, fingerprint } = passwords.sealStatic(setter.deviceId, password);
  const used = await client.query<{ same: boolean }>(
    `select fingerprint = $2 as same from static_password where device_id = $1 and sealed is not null
     order by id desc limit ${LAST}`,
    [setter.deviceId, fingerprint],
  );
  if (used.rows.some(({ same }) => same)) throw new Refusal('passwordUsed');
  const oldSealed = old === undefined ? undefined : passwords.sealStatic(setter.deviceId, old).sealed;
  await keepSealed(client, setter, { sealed, fingerprint, oldSealed });
};

/** What an order will set; without anything sealed the factory's, which is also what is in force before the first. */
const keepSealed = async (
  client: ClientBase,
  { id, deviceId, orgId }: Setter,
  { sealed, fingerprint, oldSealed }: { sealed?: Buffer; fingerprint?: Buffer; oldSealed?: Buffer | undefined },
): Promise<void> => {
  await client.query(
    `insert into static_password (device_id, org_id, state) select $1, $2, 'current'
     where not exists (select from static_password where device_id = $1 and state = 'current') on conflict do nothing`,
    [deviceId, orgId],
  );
  await client.query(
    `insert into static_password (device_id, org_id, command_id, sealed, fingerprint, old_sealed)
     values ($1, $2, $3, $4, $5, $6)`,
    [deviceId, orgId, id, sealed ?? null, fingerprint ?? null, oldSealed ?? null],
  );
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
    `select d.org_id, d.sn, d.device_name, d.subject, d.status, ${outOfUse} as out_of_use, t.family, s.lock_status, s.electric,
       ${wordTime} as lock_time, c.connected, ${connection} as connection,
       ${reportInterval} as report_interval, ${sleepInterval} as sleep_interval,
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
  const event = await holdSeal(client, {
    deviceId,
    commandId,
    actor: personNamed(operator.operName, operator.loginName),
  });
  if (event === null) throw new Refusal('closeShackleFirst');
  await client.query(
    `update command set state = 'held', finish_time = now(), evidence = 'held', evidence_time = now(), evidence_event_id = $2
     where id = $1`,
    [commandId, event],
  );
};
