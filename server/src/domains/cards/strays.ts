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
  card: { id: number; ic_no: string; ic_name: string; card_no: string };
  stands: CardFacts;
}

/**
 * What a lock holds beside the cards of its organisation and of those above: numbers that were given as numbers, and cards of
 * others. It opens for them like for any other.
 */
export const straysOf = async (deviceId: number, orgs: readonly number[], ctx: Ctx): Promise<HeldCard[]> => {
  const { rows } = await ctx.client.query<Stray>(
    `select c.id, h.number as ic_no, coalesce(c.ic_name, '') as ic_name, coalesce(c.card_no, '') as card_no, h.known,
       (select max(case when k.wanted then 'wanted' else 'past' end) from lock_card k
         where k.device_id = $1 and ltrim(k.number, '0') = h.digits) as rule,
       (select m.kind from command m where m.device_id = $1 and m.kind in ('add_cards', 'delete_cards') and m.state in ('queued', 'sent')
          and exists (select from jsonb_array_elements_text(m.args -> 'cards') n where ltrim(n, '0') = h.digits)
         order by m.id desc limit 1) as "order",
       y.state, y.cause, coalesce(y.confined, false) as confined, n.connected,
       exists (select from lock_card k where k.device_id = $1 and k.wanted and ltrim(k.number, '0') = h.digits) as ruled
       from (select digits, min(number) as number, max(known) as known from device_card where device_id = $1 group by digits) h
         join device_connection n on n.device_id = $1 left join lock_sync y on y.device_id = $1
         left join lateral (select id, ic_name, card_no from ic_card where digits = h.digits order by id limit 1) c on true
      where not exists (select from ic_card o where o.digits = h.digits and o.org_id = any($2))
      order by ic_name, number`,
    [deviceId, orgs],
  );
  return rows.map(({ id, ic_no, ic_name, card_no, ruled, ...facts }) => {
    const told = asSeenBy(ctx, { ic_no });
    return {
      card: { id: id ?? deviceId, ic_no: told.ic_no, ic_name: ic_name || told.ic_no, card_no },
      stands: { id: id ?? NOBODYS, ruled, usable: true, standing: cellStanding(facts), mayHold: mayHold(facts) },
    };
  });
};
