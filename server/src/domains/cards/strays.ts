import type { Ctx } from '../../platform/serve.ts';
import { type CellFacts, cellStanding, mayHold } from './cell.ts';
import { asSeenBy } from './numbers.ts';
import type { CardFacts } from './opening.ts';

/** No card has it: no rule names such a one. */
const NOBODYS = 0;

interface Stray extends CellFacts {
  /** of the card in sight that has this number; null: nobody registered it, or it is not for the reader to see */
  id: number | null;
  ic_no: string;
  ic_name: string;
  card_no: string;
  ruled: boolean;
}
export interface HeldCard {
  /** a number that no card has is told of beside its lock */
  card: {
    id: number;
    ic_no: string;
    ic_name: string;
    card_no: string;
    /** it is a record in sight */
    registered: boolean;
    /** how many it stands for */
    count: number;
  };
  stands: CardFacts;
}

/**
 * What locks hold beside the cards of their organisations and of those above: numbers that were given as numbers, and cards of
 * others. A lock opens for them like for any other.
 */
export const straysIn = async (ids: readonly number[], ctx: Ctx): Promise<(HeldCard & { device_id: number })[]> => {
  const { rows } = await ctx.client.query<Stray & { device_id: number }>(
    `with locks as materialized (select id, org_id from device where id = any($1)),
       lines as materialized (select o.org_id, a as above from (select distinct org_id from locks) o, orgs_above(o.org_id) a)
     select h.device_id, c.id, h.number as ic_no, coalesce(c.ic_name, '') as ic_name, coalesce(c.card_no, '') as card_no, h.known,
       (select max(case when k.wanted then 'wanted' else 'past' end) from lock_card k
         where k.device_id = h.device_id and ltrim(k.number, '0') = h.digits) as rule,
       (select m.kind from command m where m.device_id = h.device_id and m.kind in ('add_cards', 'delete_cards') and m.state in ('queued', 'sent')
          and exists (select from jsonb_array_elements_text(m.args -> 'cards') n where ltrim(n, '0') = h.digits)
         order by m.id desc limit 1) as "order",
       y.state, y.cause, coalesce(y.confined, false) as confined, n.connected,
       exists (select from lock_card k where k.device_id = h.device_id and k.wanted and ltrim(k.number, '0') = h.digits) as ruled
       from (select device_id, digits, min(number) as number, max(known) as known from device_card where device_id = any($1)
           group by device_id, digits) h
         join locks d on d.id = h.device_id join device_connection n on n.device_id = h.device_id
         left join lock_sync y on y.device_id = h.device_id
         left join lateral (select id, ic_name, card_no from ic_card where digits = h.digits order by id limit 1) c on true
      where not exists (select from ic_card o join lines on lines.above = o.org_id
        where lines.org_id = d.org_id and o.digits = h.digits)
      order by h.device_id, ic_name, number`,
    [ids],
  );
  return rows.map(({ device_id, id, ic_no, ic_name, card_no, ruled, ...facts }) => {
    const told = asSeenBy(ctx, { ic_no });
    return {
      device_id,
      card: {
        ...{ id: id ?? device_id, ic_no: told.ic_no, ic_name: ic_name || told.ic_no, card_no },
        ...{ registered: id !== null, count: 1 },
      },
      stands: { id: id ?? NOBODYS, ruled, usable: true, standing: cellStanding(facts), mayHold: mayHold(facts) },
    };
  });
};

/** Cards that whoever had a lock before left in it: how many, and that it opens for them as for those it is known to hold. */
export const leftBefore = async (deviceId: number, isConfined: boolean, { client }: Ctx): Promise<HeldCard[]> => {
  const { rows } = await client.query<{ count: number }>(`select ${cardsBefore('$1::bigint')} as count`, [deviceId]);
  const { count } = rows[0]!;
  if (count <= 0) return [];
  return [
    {
      card: { id: deviceId, ic_no: '', ic_name: '', card_no: '', registered: false, count },
      stands: { id: NOBODYS, ruled: false, usable: true, standing: isConfined ? 'area' : 'synced', mayHold: true },
    },
  ];
};
/** How many of the cards of a lock are of nobody whom the reader sees: text of SQL. */
export const cardsBefore = (device: string): string =>
  `(cards_held(${device}) - (select count(distinct h.number)::int from device_card h where h.device_id = ${device}))`;
