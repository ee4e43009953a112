import type { BatchStop, NamedOpener } from '@plomb/contract/logistics/plan';
import { type FieldTask, fieldTasks, MOST_TASKS } from '@plomb/contract/logistics/tasks';
import { lookedAt, patrolsOf } from '@plomb/contract/logistics/whereabouts';
import { type Served, serve } from '../../platform/serve.ts';
import { mayOpen } from './positions.ts';

interface Waiting extends Omit<FieldTask, 'kind' | 'address' | 'plan_time'> {
  state: 'waiting' | 'sealed';
  on_the_road: boolean;
  start_address: string;
  destination_address: string;
  plan_start: string;
  plan_end: string;
  stops: BatchStop[];
  openers: NamedOpener[];
  /** looks at it on the road */
  looks: { at: number; lat: number | null; lon: number | null }[];
}

/** Looks at one position that are read: a stop passed long ago is not asked for again because of more. */
const LOOKS = 100;

/** What a position asks for: to be sealed, or to be looked at where a patrol is planned, and to be opened by those who may. */
const tasksOf = (one: Waiting, me: { id: number; roleId: number }): FieldTask[] => {
  const {
    state,
    on_the_road,
    start_address,
    destination_address,
    plan_start,
    plan_end,
    stops,
    openers,
    looks,
    ...task
  } = one;
  if (state === 'waiting') return [{ ...task, kind: 'seal', address: start_address, plan_time: plan_start }];
  if (!on_the_road) return [];
  const planned = stops.map((stop) => ({ ...stop, planned: stop.plan_time ? Date.parse(stop.plan_time) : null }));
  const seen = lookedAt(
    planned,
    looks.map(({ at, lat, lon }) => ({ at, place: lat === null || lon === null ? null : { lat, lon } })),
  );
  const patrol = patrolsOf(planned).find(({ id }) => !seen.has(id));
  return [
    ...(patrol ? [{ ...task, kind: 'patrol' as const, address: patrol.address, plan_time: patrol.plan_time }] : []),
    ...(mayOpen({ openers }, me)
      ? [{ ...task, kind: 'unseal' as const, address: destination_address, plan_time: plan_end }]
      : []),
  ];
};

export const taskRoutes: Served[] = serve(fieldTasks, {
  tasks: async (_, { client, operator }) => {
    const { rows } = await client.query<Waiting>(
      // those to seal are few, and those that are sealed are looked for batch by batch until there are enough
      `with asked as (
         (select p.id, p.batch_id from batch_position p join logistics_batch b on b.id = p.batch_id
          where p.open and p.state = 'waiting' and p.medium <> 'lock' and b.end_time is null order by b.plan_start, b.id, p.nth limit $1)
         union all
         (select p.id, p.batch_id from (select id, plan_start from logistics_batch where end_time is null order by plan_start, id) b
            cross join lateral (select p.id, p.batch_id from batch_position p where p.batch_id = b.id and p.open and p.state = 'sealed' and p.medium <> 'lock'
              order by p.nth) p limit $1))
       select p.id as position, p.position as position_name, p.process_name, p.medium, coalesce(nullif(p.number, ''), p.planned_number) as number,
         p.photos_asked, p.second_person, b.id as batch_id, b.serial, b.plate, p.patrol_time, p.state, b.state = 'in_transit' as on_the_road,
         b.start_place ->> 'address' as start_address, b.destination ->> 'address' as destination_address, b.plan_start, b.plan_end, b.stops,
         p.openers, array(select jsonb_build_object('at', (extract(epoch from s.at) * 1000)::float8, 'lat', s.lat, 'lon', s.lon)
           from batch_step s where s.batch_id = b.id and s.position_id = p.id and s.step = 1 and s.at >= b.transit_time order by s.at desc limit $2) as looks
       from asked a join batch_position p on p.id = a.id join logistics_batch b on b.id = p.batch_id
       order by p.state = 'sealed', b.plan_start, b.id, p.nth limit $1`,
      [MOST_TASKS + 1, LOOKS],
    );
    const tasks = rows.slice(0, MOST_TASKS).flatMap((one) => tasksOf(one, operator));
    tasks.sort((a, b) => (a.plan_time ?? '').localeCompare(b.plan_time ?? ''));
    return { rows: tasks.slice(0, MOST_TASKS), more: rows.length > MOST_TASKS || tasks.length > MOST_TASKS };
  },
});
