import { type Limits, usualLimits } from '@plomb/contract/logistics/limits';
import type { ClientBase } from 'pg';
import { carriers, type PlaceKey, places } from './drives.ts';

export interface Person {
  id: number;
  oper_name: string;
  org_name: string;
}
/** Routes that are planned again and again; by them most batches were planned. */
export const seedTemplates = async (db: ClientBase, org: number, guard: Person): Promise<Map<string, number>> => {
  const openers = [{ kind: 'person', id: guard.id, name: guard.oper_name }];
  const kept: [string, PlaceKey, PlaceKey, number, Limits | null, readonly string[]][] = [
    ['洋山 → 虹桥 集装箱', 'yangshan', 'hongqiao', 240, usualLimits, ['后门', '左门']],
    ['外高桥 → 苏州园区', 'waigaoqiao', 'suzhou', 300, null, ['后门', '左门', '阀箱']],
    ['嘉兴 → 洋山 出口', 'jiaxing', 'yangshan', 360, { ...usualLimits, lock_silent: { minutes: 30 } }, ['后门']],
  ];
  const made = new Map<string, number>();
  for (const [name, from, to, minutes, limits, doors] of kept) {
    const stops = [{ id: 'half', ...places.fengxian, after_minutes: minutes / 2, patrol: true }];
    const sealed = doors.map((position, nth) => ({
      ...{
        position,
        process_name: '装箱',
        medium: position === '阀箱' ? 'lock' : 'qr',
        photos_asked: ['封号', position],
      },
      ...{ openers: nth === 0 ? openers : [], open_stops: [], second_person: false },
    }));
    const { rows } = await db.query<{ id: number }>(
      `insert into journey_template (org_id, name, carrier, minutes, start, "end", destination, stops, limits, positions, create_time, update_time)
       values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, now() - interval '50 days', now() - interval '50 days') returning id`,
      [
        ...[org, name, carriers[0], minutes, JSON.stringify(places[from]), JSON.stringify(places[to])],
        ...[JSON.stringify(stops), limits && JSON.stringify(limits), JSON.stringify(sealed)],
      ],
    );
    made.set(`${from} ${to}`, rows[0]!.id);
  }
  return made;
};
