import { LockSource } from '@plomb/contract/lock/codes';
import { abilities } from '@plomb/contract/lock/orderKinds';
import type { ClientBase } from 'pg';
import { Column, millis } from './columns.ts';
import type { DeviceBatch } from './deviceBatch.ts';
import type { Allowed } from './deviceRules.ts';
import { isOrder } from './history.ts';
import { type AreaOrder, bare, cardOf, type Gift, type RuleThen, type SwipeFacts } from './swipe.ts';
import type { LockWord } from './word.ts';

/**
 * Since when each is judged by the rules above it: that lock, with that organisation, at that place of it. What it holds was given since it
 * is that lock and with that organisation.
 */
const stays = {
  name: 'ingest-swipes-stays',
  text: `select d.id as "deviceId", ${millis("greatest(x.stays, o.placed_time, 'epoch')")} as owned, ${millis("coalesce(x.stays, 'epoch')")} as held
    from device d join organisation o on o.id = d.org_id left join lock_state s on s.device_id = d.id
      cross join lateral (select greatest(s.exchange_time, (select max(move_time) from device_move m where m.device_id = d.id)) as stays) x
    where d.id = any($1::bigint[])`,
};
/**
 * What rules of whoever has these locks said from a time on, and the last that each said of these cards before: of a rule that changed
 * a thousand times no more.
 */
const rulesOf = {
  name: 'ingest-swipes-rules',
  text: `select d.id as "deviceId", v.rule_id as "ruleId", v.rule_name as name, ${millis('v.since')} as since,
      ${millis('v.until')} as until, v.enabled, n.cards, v.areas, ${millis('v.from_time')} as "from", ${millis('v.until_time')} as "to", v.hours
    from unnest($1::bigint[], $2::float8[]) as u(id, since) join device d on d.id = u.id
      cross join lateral (
        select v.* from regional_rule_version v
          where v.org_id in (select orgs_above(d.org_id)) and (v.until is null or v.until > to_timestamp(u.since / 1000))
        union all
        select last.* from (select distinct v.rule_id, n from regional_rule_version v, unnest($3::text[]) n
            where v.numbers @> array[n] and v.org_id in (select orgs_above(d.org_id))) named
          cross join lateral (select v.* from regional_rule_version v
            where v.rule_id = named.rule_id and v.numbers @> array[named.n] and v.enabled and v.until <= to_timestamp(u.since / 1000)
              and (v.all_devices or d.id = any(v.device_ids))
            order by v.since desc, v.id desc limit 1) last) v
      cross join lateral (select array(select ltrim(c ->> 'number', '0') from jsonb_array_elements(v.cards) c
        where ltrim(c ->> 'number', '0') = any($3::text[]) and (c ->> 'org_id')::bigint in (select orgs_above(d.org_id))) as cards) n
    where v.all_devices or d.id = any(v.device_ids)
    order by v.rule_id, v.id`,
};
const giftsOf = {
  name: 'ingest-swipes-gifts',
  text: `select c.device_id as "deviceId", ${millis("case c.kind when 'add_cards' then c.create_time else c.answer_time end")} as at,
      case when c.kind = 'delete_cards' then 'taken' when c.idempotency_key like 'rule:%' then 'rule' else 'hand' end as how, n.cards
    from command c cross join lateral (select array(select ltrim(a, '0') from jsonb_array_elements_text(c.args -> 'cards') a
        where ltrim(a, '0') = any($2::text[])) as cards) n
    where c.device_id = any($1::bigint[]) and c.attempt > 0 and n.cards <> '{}'
      and (c.kind = 'add_cards' and c.state <> 'answered_fail' or c.kind = 'delete_cards' and c.state = 'answered_ok')
    order by c.id`,
};
const listsOf = {
  name: 'ingest-swipes-lists',
  text: `select device_id as "deviceId", ${millis('time')} as at, array(select ltrim(n, '0') from unnest(numbers) n
      where ltrim(n, '0') = any($2::text[])) as cards from lock_card_list where device_id = any($1::bigint[])`,
};
const areasOf = {
  name: 'ingest-swipes-areas',
  text: `select device_id as "deviceId", kind, number, ${millis('at')} as at, sure, own from area_orders($1::bigint[])`,
};

type Of<T> = T & { deviceId: number };

const authorisationsOf = {
  name: 'ingest-authorisations',
  text: `select d.device_id as "deviceId", ${millis('greatest(a.from_time, a.first_time, a.second_time)')} as "from",
      ${millis(`least(a.until_time, a.end_time, d.end_time, (select c.evidence_time from command c
        where c.authorisation_id = a.id and c.kind = 'unseal' and c.evidence = 'confirmed' and a.max_uses is not null
        order by c.evidence_time offset a.max_uses - 1 limit 1))`)} as until
    from authorisation_device d join authorisation a on a.id = d.authorisation_id
    where d.device_id = any($1::bigint[]) and a.orders = 'unseal' and a.state in ('active', 'expired', 'ended')`,
};

/** Words of a device that this batch judges, the new ones and those judged again. */
const wordsOf = ({ intake, history }: DeviceBatch): LockWord[] => [
  ...intake.taken.flatMap(({ word }) => (word ? [word] : [])),
  ...(history?.entries ?? []).flatMap(({ word }) => (word && !isOrder(word) ? [word] : [])),
];

const frozenOf = {
  name: 'ingest-frozen',
  text: `select device_id as "deviceId", ${millis('from_time')} as "from", ${millis('until_time')} as until from frozen_times($1::bigint[])`,
};
/** By what a lock is opened beside an order. */
const unordered: ReadonlySet<LockSource> = new Set([
  LockSource.passwordUnseal,
  LockSource.bluetoothUnseal,
  LockSource.cardUnseal,
  LockSource.automaticUnseal,
  LockSource.authorisedUnlock,
]);

/** When locks were frozen that say they were opened without an order; few do. */
export const readFrozen = async (client: ClientBase, devices: readonly DeviceBatch[]): Promise<void> => {
  const asked = devices.filter((device) => wordsOf(device).some(({ event }) => event?.lso && unordered.has(event.lso)));
  if (asked.length === 0) return;
  const ids = new Column();
  for (const { deviceId } of asked) ids.int(deviceId);
  const { rows } = await client.query<Of<Allowed>>({ ...frozenOf, values: [ids] });
  for (const device of asked)
    device.rules = { ...device.rules, frozen: rows.filter(({ deviceId }) => deviceId === device.deviceId) };
};

/** Few locks say that they were opened by an authorisation. */
export const readAuthorisations = async (client: ClientBase, devices: readonly DeviceBatch[]): Promise<void> => {
  const asked = devices.filter((device) =>
    wordsOf(device).some(({ event }) => event?.lso === LockSource.authorisedUnlock),
  );
  if (asked.length === 0) return;
  const ids = new Column();
  for (const { deviceId } of asked) ids.int(deviceId);
  const { rows } = await client.query<Of<Allowed>>({ ...authorisationsOf, values: [ids] });
  for (const device of asked)
    device.rules = { ...device.rules, authorisations: rows.filter(({ deviceId }) => deviceId === device.deviceId) };
};

/** What the swipes of a batch are judged by, and those that are judged again; most batches tell of none. */
export const readSwipes = async (client: ClientBase, devices: readonly DeviceBatch[]): Promise<void> => {
  const [ids, since, cards] = [new Column(), new Column(), new Set<string>()];
  const asked: DeviceBatch[] = [];
  for (const device of devices) {
    const words = wordsOf(device).filter(({ event }) => cardOf(event) !== null);
    if (words.length === 0) continue;
    asked.push(device);
    ids.int(device.deviceId);
    since.real(Math.min(...words.map(({ at, receiveTime }) => Math.min(at, receiveTime))));
    for (const { event } of words) cards.add(bare(cardOf(event)!));
  }
  if (asked.length === 0) return;
  const numbers = [...cards];
  const own = async <T>(query: { name: string; text: string }, values: unknown[]): Promise<Map<number, T[]>> => {
    const found = new Map<number, T[]>();
    for (const { deviceId, ...row } of (await client.query<Of<T>>({ ...query, values })).rows)
      found.set(deviceId, [...(found.get(deviceId) ?? []), row as T]);
    return found;
  };
  const owned = await own<{ owned: number; held: number }>(stays, [ids]);
  const rules = await own<RuleThen>(rulesOf, [ids, since, numbers]);
  const gifts = await own<Gift>(giftsOf, [ids, numbers]);
  const lists = await own<NonNullable<SwipeFacts['list']>>(listsOf, [ids, numbers]);
  const areas = await own<AreaOrder>(areasOf, [ids]);
  for (const device of asked) {
    const { deviceId } = device;
    const { owned: judged, held } = owned.get(deviceId)?.[0] ?? { owned: 0, held: 0 };
    device.rules = {
      ...device.rules,
      swipes: {
        owned: judged,
        rules: rules.get(deviceId) ?? [],
        gifts: (gifts.get(deviceId) ?? []).filter(({ at }) => at >= held),
        list: lists.get(deviceId)?.[0] ?? null,
        areaOrders: areas.get(deviceId) ?? [],
        confines: abilities[device.rules.family].confine_cards === 'yes',
      },
    };
  }
};
