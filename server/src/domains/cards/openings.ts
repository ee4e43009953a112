import type { CardOpens } from '@plomb/contract/cards/matrix';
import { cardMatrix } from '@plomb/contract/cards/matrix';
import { cardWords } from '@plomb/contract/cards/words';
import { MOST_OPENERS, type Opener, type OpenerAnswer } from '@plomb/contract/devices/openers';
import type { Text } from '@plomb/contract/kit/text';
import type { NamedArea } from '@plomb/contract/lock/outline';
import { type AreaOrder, keepsUnseen } from '../../ingest/swipe.ts';
import { alsoSeeing } from '../../lock/alsoSeeing.ts';
import type { Way, Ways } from '../../lock/ways.ts';
import type { Ctx } from '../../platform/serve.ts';
import { isInHours } from './cell.ts';
import { outlineOf, PLACE_MINUTES } from './matrix.routes.ts';
import { factsOf, isCardOf } from './matrixRows.ts';
import { asSeenBy } from './numbers.ts';
import { isInForce, judgeOf, type LockFacts, type RuleFacts } from './opening.ts';
import { type HeldCard, straysOf } from './strays.ts';

interface Place {
  lon: number | null;
  lat: number | null;
  fresh: boolean;
  drift: boolean;
  unable: boolean;
  confined: boolean;
  kept: { points: [number, number][] }[];
  unsure: boolean;
  /** its organisation and those above */
  orgs: number[];
}
interface Rule extends Omit<RuleFacts, 'card_ids' | 'here'> {
  org_id: number;
  rule_name: string;
  areas: NamedArea[];
  card_ids: number[];
}
interface Card {
  id: number;
  ic_no: string;
  ic_name: string;
  card_no: string;
  usable: boolean;
  ruled: boolean;
}

const answers: Record<CardOpens, OpenerAnswer> = {
  ...{ opens: 'may', everywhere: 'may', hours: 'against', elsewhere: 'against' },
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

/** Which of its cards open a lock, each by the decision that the matrix of cards goes by, at any moment from now on. */
export const openingCards = async (deviceId: number, ctx: Ctx): Promise<Ways | null> => {
  const { client, operator } = ctx;
  if (!operator.grants.has(cardMatrix.list.permit)) return null;
  const now = Date.now();
  const place = await placeOf(deviceId, ctx);
  // what a rule out of sight says of a card in sight counts, and is not told
  const { rows: rules } = await alsoSeeing(client, place.orgs, operator.orgIds, () =>
    client.query<Rule>(
      `select r.id, r.org_id, r.rule_name, r.in_force, r.from_time, r.until_time, r.hours, r.areas,
         array(select x.card_id from regional_rule_card x where x.rule_id = r.id) as card_ids
         from regional_rule r
        where r.org_id = any($2) and (r.in_force or r.status = 1 and r.removing_time is null and coalesce(r.until_time > now(), true))
          and (r.all_devices or exists (select from regional_rule_device e where e.rule_id = r.id and e.device_id = $1))
        order by r.id`,
      [deviceId, place.orgs],
    ),
  );
  const { rows: cards } = await client.query<Card>(
    `select c.id, c.ic_no, c.ic_name, c.card_no, c.status = 1 and c.removing_time is null as usable,
       exists (select from lock_card k where k.device_id = $1 and k.wanted and k.number = c.ic_no) as ruled
       from ic_card c
      where c.org_id = any($2) and (${isCardOf('$1')} or c.status = 1 and c.removing_time is null and c.id = any($3))
      order by c.ic_name, c.id limit ${MOST_OPENERS + 1}`,
    [deviceId, place.orgs, rules.flatMap(({ card_ids }) => card_ids)],
  );
  const told = cards.slice(0, MOST_OPENERS);
  const facts = await factsOf(
    client,
    [deviceId],
    told.map(({ id }) => id),
  );
  const { rows: areaOrders } = await client.query<AreaOrder>(
    `select kind, number, date_part('epoch', at) * 1000 as at, sure, own from area_orders_seen($1::bigint[])`,
    [[deviceId]],
  );
  const isIn = ({ area }: Pick<NamedArea, 'area'>): boolean =>
    place.lon !== null && place.lat !== null && outlineOf(area)?.(place.lon, place.lat) === 0;
  const inKept = place.kept.some(({ points }) => isIn({ area: { shape: 'polygon', points } }));
  const isUnseen = place.unsure || keepsUnseen(areaOrders, now);
  const known = rules.map((rule) => ({
    ...rule,
    card_ids: new Set(rule.card_ids),
    inside: rule.areas.find(isIn)?.name ?? null,
    here: rule.areas.some(isIn),
  }));
  const lock: LockFacts = {
    ...{ now, confined: place.confined, drift: place.drift, unable: place.unable, rules: known },
    inLock: place.fresh && (inKept || !isUnseen) ? inKept : null,
  };
  const judge = judgeOf(lock);
  const cells = new Map(facts.map((one) => [one.card_id, one]));
  const registered = ({ ruled, usable, ...card }: Card): HeldCard => {
    const cell = cells.get(card.id);
    return {
      card: asSeenBy(ctx, card),
      stands: { id: card.id, ruled, usable, standing: cell?.standing ?? null, mayHold: cell?.mayHold ?? false },
    };
  };
  const wayOf = ({ card, stands }: HeldCard): Way => {
    const its = known.filter(({ card_ids }) => card_ids.has(stands.id));
    const answerOf = (opens: CardOpens | 'untold'): OpenerAnswer => (opens === 'untold' ? 'uncertain' : answers[opens]);
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
            operator.orgIds.includes(rule.org_id) &&
            (isInForce(rule, time, now) || (rule.from_time !== null && Date.parse(rule.from_time) > time)),
        );
        const change = judge.change(stands, time);
        return {
          ...{ what: 'card', id: card.id, operator_id: null, name: card.ic_name, login_name: '', org_name: '' },
          ...{
            roleName: '',
            answer: answerOf(opens),
            clause: null,
            why: whyOf(opens),
          },
          ...{ change: change === null ? null : new Date(change).toISOString(), orders: null, people: null },
          ...{ from_time: null, until_time: null, uses: null, sent: null },
          by: seen.map(({ rule_name }) => rule_name).join(' · '),
          card: {
            ...{ ic_no: card.ic_no, card_no: card.card_no, standing: stands.standing },
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
  const held = [
    ...told
      .filter(({ id }) => cells.has(id) || known.some(({ in_force, card_ids }) => !in_force && card_ids.has(id)))
      .map(registered),
    ...(await straysOf(deviceId, place.orgs, ctx)),
  ];
  return {
    ways: held.slice(0, MOST_OPENERS).map(wayOf),
    cut: cards.length > MOST_OPENERS || held.length > MOST_OPENERS,
    areas: (time) =>
      known
        .filter(({ org_id }) => operator.orgIds.includes(org_id))
        .flatMap((rule) =>
          rule.areas.map(({ name, area }) => ({
            ...{ name, area, of: rule.rule_name },
            open: isInForce(rule, time, now) && isInHours(rule.hours, time),
          })),
        ),
  };
};

const placeOf = async (deviceId: number, { client }: Ctx): Promise<Place> => {
  const { rows } = await client.query<Place>(
    `select l.lon, l.lat, l.lon is not null and l.lat is not null
         and coalesce(l.place_time > now() - make_interval(mins => ${PLACE_MINUTES}), false) as fresh,
       coalesce(y.state = 'drift', false) as drift, coalesce(y.state = 'unable', false) as unable, coalesce(y.confined, false) as confined,
       coalesce((select jsonb_agg(jsonb_build_object('points', a.points)) from lock_area a
         where a.device_id = d.id and a.confirmed), '[]') as kept,
       exists (select from lock_area a where a.device_id = d.id and not a.confirmed) as unsure,
       array(select orgs_above(d.org_id)) as orgs
       from device d join lock_state l on l.device_id = d.id left join lock_sync y on y.device_id = d.id where d.id = $1`,
    [deviceId],
  );
  return rows[0]!;
};
