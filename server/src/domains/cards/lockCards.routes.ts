import { lockCards } from '@plomb/contract/cards/lockCards';
import { cardOpenings } from '@plomb/contract/cards/matrix';
import type { OutputOf } from '@plomb/contract/kit/call';
import type { Area } from '@plomb/contract/lock/orderKinds';
import { type AreaOrder, keepsUnseen } from '../../ingest/swipe.ts';
import { alsoSeeing } from '../../lock/alsoSeeing.ts';
import { contains } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { cardOpens, isInHours } from './cell.ts';
import { outlineOf, PLACE_MINUTES } from './matrix.routes.ts';
import { factsOf, isCardOf } from './matrixRows.ts';
import { asSeenBy, readsNumbers } from './numbers.ts';

type Row = OutputOf<typeof lockCards.list>['rows'][number];

/** Cards of one lock that are told of: it has room for far fewer. */
const MOST = 2000;

interface Place {
  lon: number | null;
  lat: number | null;
  place_time: string | null;
  drift: boolean;
  confined: boolean;
  kept: { points: [number, number][] }[];
  unsure: boolean;
  /** its organisation and those above */
  orgs: number[];
}
interface Rule {
  id: number;
  org_id: number;
  rule_name: string;
  until_time: string | null;
  hours: { from: string; until: string; time_zone: string } | null;
  areas: { area: Area }[];
  card_ids: number[];
}

export const lockCardRoutes: Served[] = serve(lockCards, {
  list: async ({ device_id, keyword, page, size }, ctx) => {
    const { client, operator } = ctx;
    const { rows: places } = await client.query<Place>(
      `select l.lon, l.lat, case when l.lon is not null and l.lat is not null
           and l.place_time > now() - make_interval(mins => ${PLACE_MINUTES}) then l.place_time end as place_time,
         coalesce(y.state = 'drift', false) as drift, coalesce(y.confined, false) as confined,
         coalesce((select jsonb_agg(jsonb_build_object('points', a.points)) from lock_area a
           where a.device_id = d.id and a.confirmed), '[]') as kept,
         exists (select from lock_area a where a.device_id = d.id and not a.confirmed) as unsure,
         array(select orgs_above(d.org_id)) as orgs
         from device d join lock_state l on l.device_id = d.id left join lock_sync y on y.device_id = d.id where d.id = $1`,
      [device_id],
    );
    const place = places[0];
    if (!place) throw new Refusal('notFound');
    const word = keyword ? contains(keyword) : null;
    const { rows: cards } = await client.query<{ id: number; ic_no: string; ic_name: string; card_no: string }>(
      `select c.id, c.ic_no, c.ic_name, c.card_no from ic_card c
        where ${isCardOf('$1')} and c.org_id in (select orgs_above((select org_id from device where id = $1)))
          and ($2::text is null or c.ic_name ilike $2 or c.card_no ilike $2 or $3 and c.ic_no ilike $2)
        order by c.ic_name, c.id limit ${MOST}`,
      [device_id, word, readsNumbers(ctx)],
    );
    const ids = cards.map(({ id }) => id);
    const facts = new Map((await factsOf(client, [device_id], ids)).map((one) => [one.card_id, one]));
    // what a rule out of sight says of a card in sight counts, and is not told
    const { rows: rules } = await alsoSeeing(client, place.orgs, operator.orgIds, () =>
      client.query<Rule>(
        `select r.id, r.org_id, r.rule_name, r.until_time, r.hours, r.areas, array_agg(x.card_id) as card_ids
           from regional_rule r join regional_rule_card x on x.rule_id = r.id and x.card_id = any($2)
          where r.in_force and r.org_id = any($3)
            and (r.all_devices or exists (select from regional_rule_device e where e.rule_id = r.id and e.device_id = $1))
          group by r.id order by r.id`,
        [device_id, ids, place.orgs],
      ),
    );
    const { rows: areaOrders } = await client.query<AreaOrder>(
      `select kind, number, date_part('epoch', at) * 1000 as at, sure, own from area_orders_seen($1::bigint[])`,
      [[device_id]],
    );
    const { rows: wanted } = await client.query<{ number: string }>(
      'select number from lock_card where device_id = $1 and wanted',
      [device_id],
    );
    const ruled = new Set(wanted.map(({ number }) => number));
    const isIn = (area: Area): boolean =>
      place.lon !== null && place.lat !== null && outlineOf(area)?.(place.lon, place.lat) === 0;
    const inKept = place.kept.some(({ points }) => isIn({ shape: 'polygon', points }));
    const now = Date.now();
    const isUnseen = place.unsure || keepsUnseen(areaOrders, now);
    const inLock = place.place_time !== null && (inKept || !isUnseen) ? inKept : null;
    const here = new Map(rules.map((rule) => [rule.id, rule.areas.some(({ area }) => isIn(area))]));
    const all = cards.flatMap(({ id, ...card }): Row[] => {
      const at = facts.get(id);
      if (!at) return [];
      const its = rules.filter(({ card_ids }) => card_ids.includes(id));
      const inside = its.filter((rule) => here.get(rule.id));
      const opens = cardOpens({
        ...{ standing: at.standing, mayHold: at.mayHold, confined: place.confined, drift: place.drift, inLock },
        ...{ inRule: inside.length > 0, ruled: ruled.has(card.ic_no) },
        inHours: inside.some(({ hours }) => isInHours(hours ?? null, now)),
      });
      const seen = its.filter(({ org_id }) => operator.orgIds.includes(org_id));
      const told = seen.map(({ areas: _, card_ids: __, org_id: ___, hours, ...rule }) => ({
        ...rule,
        hours: hours ?? null,
        inside: place.place_time === null ? null : here.get(rule.id)!,
      }));
      return [asSeenBy(ctx, { ...card, card_id: id, standing: at.standing, opens, rules: told })];
    });
    all.sort((a, b) => cardOpenings.indexOf(a.opens) - cardOpenings.indexOf(b.opens));
    return {
      rows: all.slice((page - 1) * size, page * size),
      total: all.length,
      uncertain: all.filter(({ opens }) => opens === 'uncertain').length,
      open: all.filter(({ opens }) => !['outside', 'no', 'uncertain'].includes(opens)).length,
      place_time: place.place_time,
    };
  },
});
