import { type ErrorCode, errors, type FieldErrorCode } from '@plomb/contract/errors';
import { inBoth, type Text } from '@plomb/contract/kit/text';
import { maskedArgs } from '@plomb/contract/lock/cards';
import type { Command } from '@plomb/contract/lock/command';
import {
  type ArgsOf,
  type CommandKind,
  orderKinds,
  passwordMistake,
  sayOrder,
  unlockPasswordPattern,
} from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { reasonIn } from '@plomb/contract/orders/reason';
import type { ClientBase } from 'pg';
import { frozenFrom } from '../../lock/frozen.ts';
import { inOrganisation, mayOperate, saidWithClause } from '../../lock/mayOperate.ts';
import { type Lock, locksById } from '../../lock/operating.ts';
import { typeIntervals } from '../../lock/typeIntervals.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { disclose } from './disclosure.ts';
import {
  chosenReason,
  giveOrders,
  judgeOrders,
  keepSealed,
  type OrderLimits,
  type OrderNews,
  type Setter,
  tellOrders,
  type Unfit,
} from './give.ts';
import { holdLocks } from './holdLocks.ts';
import { becomes, happens } from './lifeCycle.ts';
import type { Passwords } from './passwords.ts';
import { commandById, commandsOf, eventsOf, standingOf } from './queries.ts';
import { asSeenBy, eventsSeenBy, refusalToCancel } from './rules.ts';

interface Deps extends OrderNews {
  limits: OrderLimits;
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

/** A lock as the operation log names it. */
const named = ({ sn, subject, device_name }: Pick<Lock, 'sn' | 'subject' | 'device_name'>): string =>
  [sn, subject, device_name].filter(Boolean).join(' ');

export const orderRoutes = ({ limits, confirmed, passwords, ...news }: Deps): Served[] => {
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
    if (orderKinds[kind].guarded) await confirmed(ctx);
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

    const exchanged = (await holdLocks(client, kind, [request.device_id])).size > 0;
    const { locks, unfit } = await judgeOrders(client, operator, limits, { kind, args }, [request.device_id]);
    const lock = found(locks[0]);
    const why = { ...(await chosenReason(client, request.reason_code)), reason: request.reason };
    const said = inBoth((lang) => [`${words[lang]} ${named(lock)}`, reasonIn(lang, why)].filter(Boolean).join(': '));
    ctx.note(said);
    if (exchanged) throw new Refusal('lockExchanged');
    const no = unfit.get(lock.id);
    if (no?.clause) ctx.note(saidWithClause(said, no.clause));
    if (no) throw refusalFor(no);
    const weak = secrets && passwordMistake(lock.family, secrets.password);
    if (weak) throw fieldRefusal('password', weak);
    if (secrets?.old !== undefined && !unlockPasswordPattern[lock.family].test(secrets.old))
      throw fieldRefusal('old_password', 'unlockPassword');

    const given = {
      kind,
      args,
      ...why,
      keyOf: () => request.idempotency_key,
      apiKeyId: operator.apiKey?.id ?? null,
      batchId: null,
    };
    const written = await giveOrders(client, operator, limits, given, [lock]);
    const lost = written.unfit.get(lock.id);
    if (lost) throw new Refusal(lost);
    const id = written.orders.get(lock.id)!;
    if (secrets) await keepPassword(client, passwords, { id, deviceId: lock.id, orgId: lock.org_id }, secrets);
    ctx.afterCommit(() => tellOrders(news, written));
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
    confine_cards: given('confine_cards'),
    release_cards: given('release_cards'),
    track: given('track'),
    text: given('text'),

    intervalLimits: async ({ device_id }, { client }) => found((await typeIntervals(client, [device_id]))[0]),

    unlockPassword: async (input, ctx) => {
      ctx.concerns([input.device_id]);
      const { client, operator } = ctx;
      const lock = found((await locksById(client, [input.device_id]))[0]);
      const said = `${named(lock)}: ${input.reason}`;
      ctx.note(said);
      await confirmed(ctx);
      const right = inOrganisation(operator.orgIds, lock.org_id);
      const facts = { right, grants: operator.grants, lock, underWay: null, at: lock.now, approved: false };
      const verdict = mayOperate('unlockPassword', facts);
      if (verdict.answer === 'refused') {
        ctx.note(saidWithClause({ zh: said, en: said }, verdict.clause));
        throw new Refusal(verdict.code, verdict.values);
      }
      return { ...(await disclose(ctx, passwords, lock, input)), frozen_from: frozenFrom(lock.frozen, lock.now) };
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
        `update command set ${becomes('cancel')}, canceller_id = $2, canceller = $3 where id = $1 and ${happens('cancel')}`,
        [id, ctx.operator.id, ctx.operator.operName],
      );
      if (rowCount === 0) {
        const now = found(await commandById(ctx.client, id)); // it may have left between the two statements
        throw new Refusal(refusalToCancel(now.state) ?? 'conflict');
      }
      ctx.afterCommit(() => news.touched(id));
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

const found = <T>(row: T | undefined): T => {
  if (!row) throw new Refusal('notFound');
  return row;
};

/** What is no refusal of the whole is beside an argument. */
const refusalFor = ({ code, field, values }: Unfit): Refusal =>
  isError(code) ? new Refusal(code, values) : fieldRefusal(field, code as FieldErrorCode);
const isError = (code: Unfit['code']): code is ErrorCode => Object.hasOwn(errors, code);

const paged = <T>(rows: T[], size: number): { rows: T[]; more: boolean } => ({
  rows: rows.slice(0, size),
  more: rows.length > size,
});

/** Whoever had a lock keeps what happened to it then, and reads it still. */
const knownLock = async ({ client }: Ctx, deviceId: number): Promise<void> => {
  const { rows } = await client.query<{ known: boolean }>(
    `select exists (select from device where id = $1) or exists (select from device_left where device_id = $1) as known`,
    [deviceId],
  );
  if (!rows[0]?.known) throw new Refusal('notFound');
};
