import type { ClientBase } from 'pg';
import { Column, millis } from './columns.ts';
import type { DeviceBatch } from './deviceBatch.ts';
import { isAfter, type PlaceAt } from './judgeFences.ts';
import { placesOf } from './judgePresent.ts';

/** So many on each side: one that decides is among them unless a lock stands on an edge. */
const beside = 20;
/** Between the first and the last that are told late at once, at most. */
const between = 2000;
const part = (where: string, order: string, most: number) => `
  (select coalesce(at, device_time) as at, lon, lat from position
    where device_id = u.device_id and ${where} and lon is not null and authenticated
    order by device_time ${order} limit ${most})`;
const around = {
  name: 'ingest-fence-places',
  text: `select u.device_id as "deviceId", ${millis('p.at')} as at, p.lon, p.lat
    from unnest($1::bigint[], $2::float8[], $3::float8[]) as u(device_id, first, last)
      cross join lateral (
        ${part('device_time <= to_timestamp(u.first / 1000)', 'desc', beside)}
        union all ${part('device_time > to_timestamp(u.first / 1000) and device_time < to_timestamp(u.last / 1000)', 'asc', between)}
        union all ${part('device_time >= to_timestamp(u.last / 1000)', 'asc', beside)}) p`,
};

/** Around places that are told late, those that are stored: whether going in or out there has rung already. */
export const readAround = async (client: ClientBase, devices: DeviceBatch[]): Promise<void> => {
  const [ids, firsts, lasts] = [new Column(), new Column(), new Column()];
  const asked = new Map<number, DeviceBatch>();
  for (const device of devices) {
    const { fence } = device.present;
    if (fence === null) continue;
    const late = placesOf(device).filter((place) => !isAfter(place, fence));
    if (late.length === 0) continue;
    const times = late.map(({ taken }) => taken.report.deviceTime);
    asked.set(device.deviceId, device);
    ids.int(device.deviceId);
    firsts.real(Math.min(...times));
    lasts.real(Math.max(...times));
  }
  if (asked.size === 0) return;
  const { rows } = await client.query<PlaceAt & { deviceId: number }>({ ...around, values: [ids, firsts, lasts] });
  const places = new Map<number, PlaceAt[]>();
  for (const { deviceId, ...place } of rows) places.set(deviceId, [...(places.get(deviceId) ?? []), place]);
  for (const [id, device] of asked) device.around = places.get(id) ?? [];
};
