import { randomUUID } from 'node:crypto';
import type { SyncCause, SyncState } from '@plomb/contract/cards/matrix';
import type { ErrorCode, FieldErrorCode } from '@plomb/contract/errors';
import type { CommandState } from '@plomb/contract/lock/command';
import type { CommandKind } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import type { ClientBase, Pool } from 'pg';
import { outOfUse } from '../../lock/state.ts';
import { type FoundOperator, operatorFrom, operatorSql, type SessionOperator } from '../../platform/access.ts';
import { holderOfKey } from '../../platform/apiKeys.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { type Device, keep, standingOf, wantedOf } from './kept.ts';
import { MOST_PUSHES, nextStep, type Order, ruleOrders, unableFor } from './sync.ts';

/** Locks of one turn. */
const MANY = 200;
const PAGE = 20;

/** What the domain of the orders does for whoever gives one. */
interface Giving {
  give(
    client: ClientBase,
    operator: SessionOperator,
    given: {
      kind: CommandKind;
      args: object;
      reason: string;
      reason_code: null;
      reason_text: null;
      keyOf(id: number): string;
      apiKeyId: number | null;
      batchId: null;
    },
    ids: readonly number[],
  ): Promise<{
    orders: ReadonlyMap<number, number>;
    unfit: ReadonlyMap<number, { code: ErrorCode | FieldErrorCode }>;
    tell(): void;
  }>;
}

interface Deps {
  platform: Pool;
  giving: Giving;
  /** permits that a key has only where they were ticked */
  ticked: ReadonlySet<string>;
  /** an order changed */
  touched(commandId: number): void;
}

interface Row {
  device_id: number;
  state: SyncState;
  cause: SyncCause | null;
  pushes: number;
  /** cards of which it was known that they stand wrong when its list was asked for */
  known_off: number;
  command_id: number | null;
  confined: boolean | null;
  unread: boolean;
  page: number | null;
  page_id: number | null;
  told: number | null;
  told_time: Date | null;
}
const deviceOf = async (client: ClientBase, id: number): Promise<Device | null> => {
  // in the order in which answers take them: no lock moves or is answered for meanwhile
  const { rows } = await client.query<Device>(
    `select d.id, d.org_id, t.family, d.status = 1 and ${outOfUse} is null as usable, is_frozen(d.org_id) as frozen
       from device d join device_type t on t.id = d.device_type_id
      where d.id = $1 and still_serves(d) for no key update of d`,
    [id],
  );
  await client.query(
    "select from command where device_id = $1 and state in ('queued', 'sent', 'uncertain') order by id for update",
    [id],
  );
  return rows[0] ?? null;
};

const syncOf = async (client: ClientBase, device: Device, wants: boolean): Promise<Row | null> => {
  if (wants)
    await client.query(
      'insert into lock_sync (device_id, org_id, unread) values ($1, $2, true) on conflict do nothing',
      [device.id, device.org_id],
    );
  const { rows } = await client.query<Row>('select * from lock_sync where device_id = $1 for update', [device.id]);
  return rows[0] ?? null;
};

/** How the order that was under way has ended. A push is in vain that was not answered, and one whose yes did not come true. */
const settle = async (client: ClientBase, row: Row): Promise<void> => {
  if (row.command_id === null) return;
  const { rows } = await client.query<{
    state: CommandState;
    kind: CommandKind;
    attempt: number;
    cause: string | null;
    asked: number | null;
    count: number | null;
    answer_time: Date | null;
    stays: boolean;
  }>(
    `select state, kind, attempt, cause, (args ->> 'page')::int as asked, (result -> 'cards' ->> 'count')::int as count, answer_time,
         kind = 'delete_cards' and exists (select from device_card h, jsonb_array_elements_text(c.args -> 'cards') n
           where h.device_id = c.device_id and h.command_id < c.id and ltrim(h.number, '0') = ltrim(n, '0')) as stays
       from command c where id = $1`,
    [row.command_id],
  );
  const order = rows[0];
  if (order?.state === 'queued' || order?.state === 'sent') return;
  const id = row.command_id;
  row.command_id = null;
  if (!order) return;
  if (order.state !== 'answered_ok') {
    row.page = null;
    // whoever took it back decided so
    if (order.state === 'cancelled' && order.cause === null) row.pushes = MOST_PUSHES;
    else if (order.attempt > 0 || order.state === 'failed') row.pushes++;
    return;
  }
  if (order.stays) row.pushes++;
  if (order.kind !== 'query_cards' || !row.unread) return;
  const page = row.page ?? 1;
  // its list is read from the start meanwhile
  if (order.asked !== page) return;
  if (page === 1) row.page_id = id;
  if (page * PAGE < (order.count ?? 0)) {
    row.page = page + 1;
    return;
  }
  await client.query('select cards_not_listed($1, $2)', [row.device_id, row.page_id]);
  // what stands in the first was in it before anybody asked; a swipe of what does not was given by nobody
  await client.query(
    `insert into lock_card_list select $1, coalesce($2, now()), array(select distinct number from device_card
       where device_id = $1 and known = 'told' order by 1) on conflict do nothing`,
    [row.device_id, order.answer_time],
  );
  Object.assign(row, { unread: false, page: null, told: order.count, told_time: order.answer_time });
  const { rows: left } = await client.query(
    `select from lock_card k where k.device_id = $1 and k.wanted <> exists (select from device_card h
       where h.device_id = k.device_id and h.known <> 'perhaps' and ltrim(h.number, '0') = ltrim(k.number, '0'))`,
    [row.device_id],
  );
  if (left.length > row.known_off) row.pushes++;
};

const sameRule = <T extends { rule_id: number }>(some: readonly T[]): T[] =>
  some.filter(({ rule_id }) => rule_id === some[0]?.rule_id);

interface Giver {
  rule_name: string;
  operator_id: number;
  api_key_id: number | null;
}

export const openFollowing = ({ platform, giving, ticked, touched }: Deps) => {
  const asOperator = operatorSql('select $1::bigint as operator_id');
  const whoIs = async ({ operator_id, api_key_id }: Giver): Promise<SessionOperator | null> => {
    if (api_key_id !== null) return holderOfKey(platform, api_key_id, ticked);
    const { rows } = await platform.query<FoundOperator>(asOperator, [operator_id]);
    return rows[0] ? operatorFrom(rows[0]) : null;
  };

  /** Of these rules those whose writer may give no orders to this lock any more: they push nothing, and keep no other from being followed. */
  const withoutRight = async (client: ClientBase, device: Device, rules: ReadonlySet<number>): Promise<Set<number>> => {
    const { rows } = await client.query<Giver & { id: number }>(
      'select id, rule_name, operator_id, api_key_id from regional_rule where id = any($1)',
      [[...rules]],
    );
    const none = new Set<number>();
    for (const { id, ...giver } of rows) {
      const operator = await whoIs(giver);
      const may =
        operator?.orgIds.includes(device.org_id) &&
        ruleOrders.every((kind) => operator.grants.has(orders[kind].permit));
      if (!may) none.add(id);
    }
    return none;
  };

  /** The order, in the name of whoever wrote the rule that wants it; or why not. */
  const give = async (
    client: ClientBase,
    row: Row,
    order: Order,
    ruleId: number,
  ): Promise<{ id: number; tell(): void } | { no: ErrorCode | FieldErrorCode }> => {
    const { rows } = await client.query<Giver>(
      'select rule_name, operator_id, api_key_id from regional_rule where id = $1',
      [ruleId],
    );
    const operator = rows[0] ? await whoIs(rows[0]) : null;
    if (!operator) return { no: 'noPermission' };
    const given = await giving.give(
      client,
      operator,
      {
        ...order,
        reason: rows[0]!.rule_name,
        ...{ reason_code: null, reason_text: null, batchId: null },
        // no caller can give a key with colons
        keyOf: () => `rule:${randomUUID()}`,
        apiKeyId: rows[0]!.api_key_id,
      },
      [row.device_id],
    );
    const id = given.orders.get(row.device_id);
    if (id === undefined) return { no: given.unfit.get(row.device_id)?.code ?? 'deviceMissing' };
    return { id, tell: given.tell };
  };

  /** What waits for its lock and is not its next order any more is taken back: a lock that wakes takes no card of a rule that has ended. */
  const takenBack = async (client: ClientBase, row: Row, order: Order | null): Promise<() => void> => {
    const id = row.command_id;
    if (id === null) return () => undefined;
    const { rowCount } = await client.query(
      `update command set state = 'cancelled', cause = 'replaced', finish_time = now()
        where id = $1 and state = 'queued' and attempt = 0 and (kind <> $2 or args <> $3::jsonb)`,
      [id, order?.kind ?? '', JSON.stringify(order?.args ?? {})],
    );
    if (!rowCount) return () => undefined;
    row.command_id = null;
    return () => touched(id);
  };

  const step = (deviceId: number) =>
    transaction(platform, async (client): Promise<() => void> => {
      const device = await deviceOf(client, deviceId);
      if (!device) return () => undefined;
      const wanted = await wantedOf(client, device);
      const unable = device.usable
        ? unableFor(device.family, { areas: wanted.areas, cards: wanted.cards.length })
        : 'unusable';
      const row = await syncOf(client, device, wanted.cards.length > 0);
      if (!row) return () => undefined;
      await settle(client, row);
      const { areas, isNew } = await keep(client, device.id, wanted);
      // what was in vain was another wish
      if (isNew) row.pushes = 0;
      const cards = await standingOf(client, device, row);
      const { missing, leaving, unproved } = cards;
      const concerned = new Set([...wanted.cards, ...missing, ...leaving, ...areas].map(({ rule_id }) => rule_id));
      const mute = await withoutRight(client, device, concerned);
      // in whose name is done what its own rule may not ask for; with none, nothing is
      const voice = [...concerned].find((rule) => !mute.has(rule));
      const speaks = ({ rule_id }: { rule_id: number }): boolean => voice === undefined || !mute.has(rule_id);
      // what a rule may not push is not pushed; whatever is to leave leaves
      const comes = missing.filter(speaks);
      const outlines = areas.filter((area) => !area.wanted || area.confirmed || speaks(area));
      const facts = {
        unable,
        frozen: device.frozen,
        busy: false,
        pushes: row.pushes,
        areas: outlines,
        confined: row.confined,
        missing: sameRule(comes).map(({ number }) => number),
        leaving: sameRule(leaving).map(({ number }) => number),
        unproved: unproved > 0,
        wants: cards.wanted > 0,
        unread: row.unread,
        page: row.page,
        told: row.told,
        listed: cards.listed,
      };
      const past = await takenBack(client, row, nextStep(facts).order);
      const next = nextStep({ ...facts, busy: row.command_id !== null });
      const isEmpty = cards.wanted + leaving.length + unproved + areas.length === 0;
      if (!next.order && isEmpty && row.command_id === null) {
        await client.query('delete from lock_sync where device_id = $1', [device.id]);
        return past;
      }
      let tell = past;
      let { state, cause } = next;
      const order = next.order;
      if (order) {
        const kept =
          order.kind === 'delete_area' || order.kind === 'set_area'
            ? areas.find((one) => one.number === order.args.number)
            : undefined;
        const named =
          kept ??
          (order.kind === 'delete_cards' ? leaving[0] : comes[0]) ??
          areas[0] ??
          leaving[0] ??
          (
            await client.query<{ rule_id: number }>('select rule_id from lock_card where device_id = $1 limit 1', [
              device.id,
            ])
          ).rows[0];
        const own = named?.rule_id ?? 0;
        const given = await give(client, row, order, mute.has(own) && voice !== undefined ? voice : own);
        if ('id' in given) {
          row.command_id = given.id;
          if (order.kind === 'query_cards' && order.args.page === 1) row.known_off = missing.length + leaving.length;
          tell = () => {
            past();
            given.tell();
          };
        } else if (given.no === 'ordersWaiting' || given.no === 'cardUnusable' || given.no === 'lockExchanged')
          state = 'desired';
        else if (given.no === 'frozenNewly') [state, cause] = ['desired', 'frozen'];
        else {
          if (given.no === 'noPermission') mute.add(own);
          [state, cause] = [
            'unable',
            given.no === 'noPermission' || given.no === 'notFound' || given.no === 'deviceMissing'
              ? 'right'
              : 'unusable',
          ];
        }
      }
      if (state === 'synced' && (comes.length < missing.length || outlines.length < areas.length))
        [state, cause] = ['unable', 'right'];
      if (state === 'synced') row.pushes = 0;
      const removing = leaving.length + unproved;
      const off = missing.length + removing;
      const isOff = state === 'drift';
      await client.query(
        `update lock_sync set state = $2, cause = $3, pushes = $4, known_off = $5, command_id = $6, unread = $7, page = $8, page_id = $9,
           told = $10, told_time = $11, synced = $12, pushing = $13, removing = $14, drift = $15, mute = $16 where device_id = $1`,
        [
          ...[device.id, state, cause, row.pushes, row.known_off, row.command_id, row.unread, row.page, row.page_id],
          ...[row.told, row.told_time, cards.listed - leaving.length],
          ...[isOff || state === 'unable' ? 0 : missing.length, isOff ? 0 : removing, isOff ? Math.max(1, off) : 0],
          [...mute].sort((a, b) => a - b),
        ],
      );
      return tell;
    });

  return async (): Promise<void> => {
    // what time brings
    const { rows: turned } = await platform.query<{ id: number }>(
      `update regional_rule r set in_force = not in_force
        where in_force <> (status = 1 and removing_time is null and coalesce(from_time <= now(), true) and coalesce(until_time > now(), true))
        returning id`,
    );
    for (const { id } of turned) await platform.query('select rule_due($1)', [id]);
    const { rows: due } = await platform.query<{ device_id: number; turn: string }>(
      'select device_id, turn from lock_sync_due order by device_id limit $1',
      [MANY],
    );
    const failed: unknown[] = [];
    for (const { device_id, turn } of due) {
      try {
        const tell = await step(device_id);
        await platform.query('delete from lock_sync_due where device_id = $1 and turn = $2', [device_id, turn]);
        tell();
      } catch (error) {
        // one that cannot be followed keeps no other from being so
        failed.push(error);
      }
    }
    await platform.query(
      `delete from regional_rule r where removing_time is not null
        and not exists (select from lock_card k where k.rule_id = r.id) and not exists (select from lock_area a where a.rule_id = r.id)`,
    );
    if (failed.length > 0) throw failed[0];
  };
};

/** Locks that got no order are looked at again: whoever wrote their rule may do so again, or what waited has gone. */
export const followAgain = async (platform: Pool): Promise<void> => {
  await platform.query(
    "select sync_due(array(select device_id from lock_sync where state = 'desired' or cause = 'right'))",
  );
};
