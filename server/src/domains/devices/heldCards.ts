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

/**
 * How many more the lock held by its own count, when it told of its cards last: a page tells twenty of them. What it deleted
 * since is gone; what it took since was no part of that count.
 */
export const unlistedCards = async (id: number, { db }: Ctx): Promise<DeviceRights['unlisted']> => {
  const { rows } = await sql<{ count: number; time: string }>`
    with said as (
      select (c.result -> 'cards' ->> 'count')::int as count, c.answer_time
      from command c join lock_state s on s.device_id = c.device_id
      where c.device_id = ${id} and c.kind = 'query_cards' and c.state = 'answered_ok'
        and c.create_time > coalesce(s.exchange_time, '-infinity')
      order by c.answer_time desc limit 1)
    select count, to_char(answer_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time
    from (select said.answer_time, said.count
        - (select count(distinct number) from device_card
            where device_id = ${id} and known <> 'perhaps' and time <= said.answer_time)::int
        - (select coalesce(sum(jsonb_array_length(c.args -> 'cards')), 0) from command c
            where c.device_id = ${id} and c.kind = 'delete_cards' and c.state = 'answered_ok'
              and c.answer_time > said.answer_time)::int as count
      from said where not exists (select from command c where c.device_id = ${id} and c.kind = 'factory_reset'
        and c.state = 'answered_ok' and c.answer_time > said.answer_time)) more
    where count > 0`.execute(db);
  return rows[0] ?? null;
};

/** Cards as they are told to whoever may not give them. */
export const maskedCards = (cards: readonly HeldCard[]): HeldCard[] =>
  cards.map((card) => ({ ...card, number: maskedCard(card.number) }));
