import { type Forgetting, type Found, overdue } from './forgetting.ts';

/** Nobody else can delete from the log, and nobody what is younger than half a year. */
export const operations: Forgetting = {
  name: 'operation_log',
  table: 'operation_log',
  days: 'operation_log_days',
  async find(platform, before, most) {
    const { rows } = await platform.query<Found>(
      `select t.id as key, ${overdue('t.create_time')} from operation_log t
       where t.create_time < least($1, now() - interval '180 days') limit $2`,
      [before, most],
    );
    return rows;
  },
  async remove(platform, before, keys) {
    const { rows } = await platform.query<{ gone: number }>('select forget_operations($1, $2) as gone', [
      before,
      keys.length,
    ]);
    return rows[0]?.gone ?? 0;
  },
};
