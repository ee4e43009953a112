import { type RawBuilder, sql } from 'kysely';

/**
 * When a report p was told on our clock, as ingest has it for deeds (onOurClock), with `offset` the milliseconds that its
 * lock's clock is known to run ahead now: events, orders and alarms stand by that clock. What a lock told by a clock that was
 * set since stands where that one put it.
 */
export const toldTime = (offset: number | RawBuilder<number>): RawBuilder<unknown> =>
  sql`least(p.device_time - ${offset} * interval '1 millisecond', p.receive_time)`;
