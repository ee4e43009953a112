import type { DeviceRights } from '@plomb/contract/devices/rights';
import { maskedCard } from '@plomb/contract/lock/cards';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/serve.ts';

type HeldCard = DeviceRights['cards'][number];

/** The cards of a lock that orders in sight told of, each as it is known best, and how many there are besides. */
export const heldCards = async (id: number, { db }: Ctx): Promise<{ cards: HeldCard[]; others: number }> => {
  const { rows: cards } = await sql<HeldCard>`
    select number, to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time, known
    from (select distinct on (number) number, time, known from device_card where device_id = ${id}
      order by number, known = 'perhaps', time desc) held
    order by held.time, number`.execute(db);
  const all = await sql<{ count: number }>`select cards_held(${id}) as count`.execute(db);
  return { cards, others: all.rows[0]!.count - cards.length };
};

/** The same for whoever may not give cards. */
export const maskedCards = (cards: readonly HeldCard[]): HeldCard[] =>
  cards.map((card) => ({ ...card, number: maskedCard(card.number) }));
