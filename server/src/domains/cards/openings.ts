import { type CardOpens, cardMatrix } from '@plomb/contract/cards/matrix';
import { cardWords } from '@plomb/contract/cards/words';
import { MOST_JUDGED } from '@plomb/contract/devices/openable';
import { MOST_OPENERS, type Opener, type OpenerAnswer } from '@plomb/contract/devices/openers';
import type { Text } from '@plomb/contract/kit/text';
import type { NamedArea } from '@plomb/contract/lock/outline';
import { type AreaOrder, keepsUnseen } from '../../ingest/swipe.ts';
import { alsoSeeing } from '../../lock/alsoSeeing.ts';
import type { Frozen } from '../../lock/frozen.ts';
import type { Way, Ways } from '../../lock/ways.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';
import { isInHours } from './cell.ts';
import { outlineOf, PLACE_MINUTES } from './matrix.routes.ts';
import { factsOf, isCardOf, narrowed } from './matrixRows.ts';
import { asSeenBy } from './numbers.ts';
import { isInForce, judgeOf, type LockFacts, type RuleFacts } from './opening.ts';
import { type HeldCard, leftBefore, straysIn } from './strays.ts';

interface Place {
  device_id: number;
  org_id: number;
  lon: number | null;
  lat: number | null;
  fresh: boolean;
  drift: boolean;
  unable: boolean;
  confined: boolean;
  kept: [number, number][][];
  unsure: boolean;
  /** its organisation and those above */
  orgs: number[];
  frozen: Frozen[];
}
interface Rule extends Omit<RuleFacts, 'card_ids' | 'here'> {
  org_id: number;
  rule_name: string;
  areas: NamedArea[];
  card_ids: number[];
  all_devices: boolean;
  device_ids: number[];
}
type Outline = ReturnType<typeof outlineOf>;
/** A rule that is for a lock, and whether that is inside of its areas. */
interface RuleOfLock extends RuleFacts, Pick<Rule, 'org_id' | 'rule_name' | 'areas'> {
  /** the area it is inside of */
  inside: string | null;
}
interface Card {
  id: number;
  ic_no: string;
  ic_name: string;
  card_no: string;
  usable: boolean;
}

const answers: Record<CardOpens, OpenerAnswer> = {
  ...{ opens: 'may', everywhere: 'may', hours: 'against', elsewhere: 'against', frozen: 'against' },
  ...{ uncertain: 'uncertain', outside: 'refused', no: 'refused' },
};
const untold: Text = {
  zh: '届时规则已变，锁是否已收到无从得知',
  en: 'the rules are others by then, and whether the lock was told of it is not known',
};
const whyOf = (opens: CardOpens | 'untold'): Text | null => {
  if (opens === 'untold') return untold;
  if (opens === 'opens') return null;
  const [zh, en] = cardWords.card_opens.items[opens];
  return { zh, en };
};
const answerOf = (opens: CardOpens | 'untold'): OpenerAnswer => (opens === 'untold' ? 'uncertain' : answers[opens]);

/** What decides of a lock which cards open it. */
interface KnownLock {
  org_id: number;
  /** that and those above */
  orgs: readonly number[];
  confined: boolean;
  rules: readonly RuleOfLock[];
  wayOf(held: HeldCard): Way;
}

/** Of locks in sight; of a rule only whether it names this card is read, where one is meant. */
const knownLocks = async (ids: readonly number[], card: number | null, ctx: Ctx): Promise<Map<number, KnownLock>> => {
  const { client, operator } = ctx;
  const now = Date.now();
  const places = await placesOf(ids, ctx);
  const orgs = [...new Set(places.flatMap((place) => place.orgs))];
  // what a rule out of sight says of a card in sight counts, and is not told
  const { rows } = await alsoSeeing(client, orgs, operator.orgIds, () =>
    client.query<Rule>(
      `select r.id, r.org_id, r.rule_name, r.in_force, r.from_time, r.until_time, r.hours, r.areas, r.all_devices,
         array(select x.card_id from regional_rule_card x where x.rule_id = r.id and ($3::bigint is null or x.card_id = $3)) as card_ids,
         array(select e.device_id from regional_rule_device e where e.rule_id = r.id and e.device_id = any($1)) as device_ids
         from regional_rule r
        where r.org_id = any($2) and (r.in_force or r.status = 1 and r.removing_time is null and coalesce(r.until_time > now(), true))
        order by r.id`,
      [ids, orgs, card],
    ),
  );
  const rules = rows.map(({ device_ids, card_ids, ...rule }) => ({
    ...rule,
    card_ids: new Set(card_ids),
    device_ids: new Set(device_ids),
    outlines: rule.areas.map(({ name, area }) => ({ name, at: outlineOf(area) })),
  }));
  const { rows: areaOrders } = await client.query<AreaOrder & { device_id: number }>(
    `select device_id, kind, number, date_part('epoch', at) * 1000 as at, sure, own from area_orders_seen($1::bigint[])`,
    [ids],
  );
  const ordered = Map.groupBy(areaOrders, ({ device_id }) => device_id);
  // the same corners in thousands of locks are read once
  const corners = new Map<string, Outline>();
  const keptOutline = (points: [number, number][]): Outline => {
    const key = JSON.stringify(points);
    if (!corners.has(key)) corners.set(key, outlineOf({ shape: 'polygon', points }));
    return corners.get(key)!;
  };
  return new Map(
    places.map((place): [number, KnownLock] => {
      const { lon, lat, device_id } = place;
      const isIn = (outline: Outline): boolean => lon !== null && lat !== null && outline?.(lon, lat) === 0;
      const its = rules
        .filter((rule) => place.orgs.includes(rule.org_id) && (rule.all_devices || rule.device_ids.has(device_id)))
        .map(({ outlines, device_ids: _, all_devices: __, ...rule }): RuleOfLock => {
          const inside = outlines.find(({ at }) => isIn(at));
          return { ...rule, inside: inside?.name ?? null, here: inside !== undefined };
        });
      const inKept = place.kept.some((points) => isIn(keptOutline(points)));
      const isUnseen = place.unsure || keepsUnseen(ordered.get(device_id) ?? [], now);
      const lock: LockFacts = {
        ...{ now, confined: place.confined, drift: place.drift, unable: place.unable, rules: its },
        frozen: place.frozen,
        inLock: place.fresh && (inKept || !isUnseen) ? inKept : null,
      };
      return [
        device_id,
        {
          org_id: place.org_id,
          orgs: place.orgs,
          confined: place.confined,
          rules: its,
          wayOf: wayIn(place, lock, its, operator.orgIds),
        },
      ];
    }),
  );
};

/** What a lock does with a card, at any moment from now on. */
const wayIn = (place: Place, lock: LockFacts, rules: readonly RuleOfLock[], orgIds: readonly number[]) => {
  const judge = judgeOf(lock);
  const { now } = lock;
  return ({ card, stands }: HeldCard): Way => {
    const its = rules.filter(({ card_ids }) => card_ids.has(stands.id));
    return {
      what: 'card',
      name: card.ic_name,
      times: (after) => judge.times(stands, after),
      answer: (time) => answerOf(judge.opens(stands, time)),
      at(time): Opener {
        const opens = judge.opens(stands, time);
        // those that are over by then said nothing of it
        const seen = its.filter(
          (rule) =>
            orgIds.includes(rule.org_id) &&
            (isInForce(rule, time, now) || (rule.from_time !== null && Date.parse(rule.from_time) > time)),
        );
        const change = judge.change(stands, time);
        return {
          ...{ what: 'card', id: card.id, operator_id: null, name: card.ic_name, login_name: '', org_name: '' },
          ...{ roleName: '', answer: answerOf(opens), clause: null, why: whyOf(opens) },
          ...{ change: change === null ? null : new Date(change).toISOString(), orders: null, people: null },
          ...{ from_time: null, until_time: null, uses: null, sent: null },
          by: seen.map(({ rule_name }) => rule_name).join(' · '),
          card: {
            ...{
              ic_no: card.ic_no,
              card_no: card.card_no,
              standing: stands.standing,
              registered: card.registered,
              count: card.count,
            },
            opens: opens === 'untold' ? 'uncertain' : opens,
            rules: seen.map(({ id, rule_name, from_time, until_time, hours, here, inside }) => ({
              ...{ id, rule_name, from_time, until_time, hours: hours ?? null },
              ...{ inside: place.fresh ? here : null, area: inside ?? '' },
            })),
          },
        };
      },
    };
  };
};

/** Which of its cards open a lock, each by the decision that the matrix of cards goes by, at any moment from now on. */
export const openingCards = async (deviceId: number, ctx: Ctx): Promise<Ways | null> => {
  const { client, operator } = ctx;
  if (!operator.grants.has(cardMatrix.list.permit)) return null;
  const now = Date.now();
  const { orgs, rules, confined, wayOf } = (await knownLocks([deviceId], null, ctx)).get(deviceId)!;
  const { rows: cards } = await client.query<Card & { ruled: boolean }>(
    `select c.id, c.ic_no, c.ic_name, c.card_no, c.status = 1 and c.removing_time is null as usable,
       exists (select from lock_card k where k.device_id = $1 and k.wanted and k.number = c.ic_no) as ruled
       from ic_card c
      where c.org_id = any($2) and (${isCardOf('$1')} or c.status = 1 and c.removing_time is null and c.id = any($3))
      order by c.ic_name, c.id limit ${MOST_OPENERS + 1}`,
    [deviceId, orgs, rules.flatMap(({ card_ids }) => [...card_ids])],
  );
  const told = cards.slice(0, MOST_OPENERS);
  const facts = await factsOf(
    client,
    [deviceId],
    told.map(({ id }) => id),
  );
  const cells = new Map(facts.map((one) => [one.card_id, one]));
  const held = [
    ...told
      .filter(({ id }) => cells.has(id) || rules.some(({ in_force, card_ids }) => !in_force && card_ids.has(id)))
      .map((card) => registered(card, cells.get(card.id), ctx)),
    ...(await straysIn([deviceId], ctx)),
    ...(await leftBefore(deviceId, confined, ctx)),
  ];
  return {
    ways: held.slice(0, MOST_OPENERS).map(wayOf),
    cut: cards.length > MOST_OPENERS || held.length > MOST_OPENERS,
    areas: (time) =>
      rules
        .filter(({ org_id }) => operator.orgIds.includes(org_id))
        .flatMap((rule) =>
          rule.areas.map(({ name, area }) => ({
            ...{ name, area, of: rule.rule_name },
            open: isInForce(rule, time, now) && isInHours(rule.hours, time),
          })),
        ),
  };
};

const registered = (
  { ruled, usable, ...card }: Card & { ruled: boolean },
  cell: Pick<HeldCard['stands'], 'standing' | 'mayHold'> | undefined,
  ctx: Ctx,
): HeldCard => ({
  card: { ...asSeenBy(ctx, card), registered: true, count: 1 },
  stands: { id: card.id, ruled, usable, standing: cell?.standing ?? null, mayHold: cell?.mayHold ?? false },
});

/** Which locks a card opens: the same, asked from the card. null: the caller may not see cards. */
export const openedByCard = async (id: number, ctx: Ctx): Promise<OpenedByCard | null> => {
  const { client, operator } = ctx;
  if (!operator.grants.has(cardMatrix.list.permit)) return null;
  const { rows } = await client.query<Card & { org_id: number; org_name: string }>(
    `select c.id, c.ic_no, c.ic_name, c.card_no, c.status = 1 and c.removing_time is null as usable, c.org_id, g.org_name
       from ic_card c join organisation g on g.id = c.org_id where c.id = $1`,
    [id],
  );
  if (!rows[0]) throw new Refusal('notFound');
  const { org_id, org_name, ...card } = rows[0];
  const { values, locks } = await narrowed({ card_id: id }, ctx);
  const { rows: holding } = await client.query<{ id: number }>(`select d.id from device d where ${locks}`, values);
  const coming = card.usable ? await comingTo(id, org_id, ctx) : [];
  const ids = [...new Set([...holding.map((one) => one.id), ...coming])].sort((one, other) => one - other);
  const told = ids.slice(0, MOST_JUDGED);
  const known = await knownLocks(told, id, ctx);
  const cells = new Map((await factsOf(client, told, [id])).map((cell) => [cell.device_id, cell]));
  const { rows: wanted } = await client.query<{ device_id: number }>(
    'select device_id from lock_card where device_id = any($1) and wanted and number = $2',
    [told, card.ic_no],
  );
  const ruled = new Set(wanted.map(({ device_id }) => device_id));
  const isComing = new Set(coming);
  return {
    card: { ...asSeenBy(ctx, card), org_name },
    cut: ids.length > MOST_JUDGED,
    ways: told
      .filter((device) => cells.has(device) || isComing.has(device))
      .map((device) => ({
        ...{ device_id: device, device_org: known.get(device)!.org_id },
        way: known.get(device)!.wayOf(registered({ ...card, ruled: ruled.has(device) }, cells.get(device), ctx)),
      })),
  };
};
interface OpenedByCard {
  card: Card & { org_name: string };
  ways: { device_id: number; device_org: number; way: Way }[];
  /** there are more */
  cut: boolean;
}

/** Locks in sight of rules that name a card and have not begun. */
const comingTo = async (id: number, orgId: number, { client, operator }: Ctx): Promise<number[]> => {
  const { rows: above } = await client.query<{ id: number }>('select orgs_above($1) as id', [orgId]);
  const { rows } = await alsoSeeing(
    client,
    above.map((org) => org.id),
    operator.orgIds,
    () =>
      client.query<{ id: number }>(
        `select distinct d.id from regional_rule_card x join regional_rule r on r.id = x.rule_id, device d
          where x.card_id = $1 and r.status = 1 and r.removing_time is null and not r.in_force and coalesce(r.until_time > now(), true)
            and d.retired_time is null and d.org_id = any($2) and d.org_id in (select orgs_below(r.org_id))
            and (r.all_devices or exists (select from regional_rule_device e where e.rule_id = r.id and e.device_id = d.id))
          limit ${MOST_JUDGED + 1}`,
        [id, operator.orgIds],
      ),
  );
  return rows.map((one) => one.id);
};

const placesOf = async (ids: readonly number[], { client }: Ctx): Promise<Place[]> => {
  const { rows } = await client.query<Place>(
    `with lines as materialized (select o.org_id, array(select orgs_above(o.org_id)) as orgs, frozen_periods(o.org_id) as frozen
       from (select distinct org_id from device where id = any($1)) o)
     select d.id as device_id, d.org_id, l.lon, l.lat, l.lon is not null and l.lat is not null
         and coalesce(l.place_time > now() - make_interval(mins => ${PLACE_MINUTES}), false) as fresh,
       coalesce(y.state = 'drift', false) as drift, coalesce(y.state = 'unable', false) as unable, coalesce(y.confined, false) as confined,
       coalesce((select jsonb_agg(a.points) from lock_area a where a.device_id = d.id and a.confirmed), '[]') as kept,
       exists (select from lock_area a where a.device_id = d.id and not a.confirmed) as unsure, lines.orgs, lines.frozen
       from device d join lines on lines.org_id = d.org_id join lock_state l on l.device_id = d.id
         left join lock_sync y on y.device_id = d.id where d.id = any($1)`,
    [ids],
  );
  return rows;
};
