import { metresBetween } from '@plomb/contract/lock/metres';
import { placeAt } from '@plomb/simulator/roads/corridor';
import { regions } from '@plomb/simulator/roads/regions';
import type { ClientBase } from 'pg';
import { placeWords } from '../lock/placeWords.ts';

export const places = {
  yangshan: { address: '洋山港四期', lat: 30.613, lon: 122.056, radius: 800 },
  waigaoqiao: { address: '外高桥保税区', lat: 31.345, lon: 121.6, radius: 800 },
  jiaxing: { address: '嘉兴综保区', lat: 30.77, lon: 120.94, radius: 600 },
  hongqiao: { address: '虹桥货运站', lat: 31.19, lon: 121.33, radius: 600 },
  suzhou: { address: '苏州工业园 二号库', lat: 31.31, lon: 120.74, radius: 500 },
  fengxian: { address: '奉贤服务区', lat: 30.92, lon: 121.47, radius: 300 },
} as const;
export type PlaceKey = keyof typeof places;

export const carriers = ['上海港集运', '浙石化运输', '苏南联运'];
export const routes: readonly [PlaceKey, PlaceKey][] = [
  ['yangshan', 'hongqiao'],
  ['waigaoqiao', 'suzhou'],
  ['jiaxing', 'yangshan'],
  ['yangshan', 'suzhou'],
];

export interface At {
  lat: number;
  lon: number;
}
/** Of a lock that told all of it: where it was sealed, where it stood on its way or was half way, and where it was unsealed. Times: ms since 1970. */
export interface Way {
  sealed: number;
  opened: number;
  first: At;
  half: At & { at: number };
  last: At;
}

/**
 * A drive that a lock told from its seal to its opening, without a word or an alarm between and no quarter of an hour unseen: the one that
 * stood on its way, if one did, and of these the longest. Null: none did.
 */
export const wholeWay = async (db: ClientBase, org: number): Promise<(Way & { id: number }) | null> => {
  const { rows } = await db.query<Way & { id: number }>(
    `with drive as (
       select e.device_id as id, e.at as sealed, n.at as opened
       from lock_event e join device d on d.id = e.device_id
         cross join lateral (select o.at, o.ls_after from lock_event o where o.device_id = e.device_id and o.at > e.at order by o.at limit 1) n
       where d.org_id = $1 and e.ls_after = 2 and n.ls_after = 0 and e.at > now() - interval '44 hours' and n.at < now() - interval '4 hours'
         and not exists (select from alarm a where a.device_id = e.device_id and a.first_time between e.at and n.at)),
     told as (
       select v.*, p.device_time as at, p.mileage, p.device_time - lag(p.device_time) over w as unheard,
         jsonb_build_object('lat', p.lat, 'lon', p.lon) as place, p.velocity = 0
           and p.device_time between v.sealed + (v.opened - v.sealed) / 5 and v.opened - (v.opened - v.sealed) / 5 as stands,
         p.device_time - v.sealed - (v.opened - v.sealed) / 2 as off_half
       from drive v join position p on p.device_id = v.id and p.device_time between v.sealed and v.opened and p.lat is not null
       window w as (partition by v.id, v.sealed order by p.device_time))
     select id, extract(epoch from sealed)::float8 * 1000 as sealed, extract(epoch from opened)::float8 * 1000 as opened,
       (array_agg(place order by at))[1] as first, (array_agg(place order by at desc))[1] as last,
       (array_agg(place || jsonb_build_object('at', extract(epoch from at)::float8 * 1000)
         order by stands desc, greatest(off_half, - off_half)))[1] as half
     from told group by id, sealed, opened
     having max(unheard) < interval '14 minutes' and max(mileage) - min(mileage) > 30
     order by bool_or(stands) desc, max(mileage) - min(mileage) desc, id limit 1`,
    [org],
  );
  return rows[0] ?? null;
};
const named = regions.sh.corridors.flatMap((road) =>
  road.stops.map((stop) => ({ name: stop.name, ...placeAt(road, stop.at) })),
);
/** A place on the roads of the simulator, called by the yard or the service area that it is at. */
export const placeOn = ({ lat, lon }: At) => {
  const [near] = named.toSorted((a, b) => metresBetween(a, { lat, lon }) - metresBetween(b, { lat, lon }));
  const isAt = near !== undefined && metresBetween(near, { lat, lon }) < 3000;
  return { address: isAt ? near.name : (placeWords(lon, lat)?.zh ?? '途中'), lat, lon, radius: 800 };
};
