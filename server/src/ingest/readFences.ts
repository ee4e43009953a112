import type { ClientBase } from 'pg';
import { Column } from './columns.ts';
import type { DecidedPlace, DeviceBatch, FenceNeighbours } from './deviceBatch.ts';
import { fenceDecision } from './fences.ts';
import { keyOf } from './intake.ts';

const side = (where: string, order: string) => `
  (select coalesce(at, device_time) as at, lon, lat from position
    where device_id = u.device_id and device_time ${where} to_timestamp(u.at / 1000) and lon is not null and authenticated
    order by device_time ${order} limit 20)`;
const neighbours = {
  name: 'ingest-fence-neighbours',
  text: `select u.n, (extract(epoch from p.at) * 1000)::float8 as at, p.lon, p.lat
    from unnest($1::int[], $2::bigint[], $3::float8[]) as u(n, device_id, at)
      cross join lateral (${side('<', 'desc')} union all ${side('>', 'asc')}) p`,
};

/** Around late places outside of every fence, those that are stored: whether going out there has rung already. */
export const readFenceNeighbours = async (client: ClientBase, devices: DeviceBatch[]): Promise<void> => {
  const asked: { device: DeviceBatch; key: string }[] = [];
  const [n, ids, times] = [new Column(), new Column(), new Column()];
  for (const device of devices) {
    const { rules, present, intake } = device;
    if (rules.areas.length === 0 || present.fenceTime === null) continue;
    for (const { report, hash, at, place, trouble } of intake.taken)
      if (place && trouble === null && at <= present.fenceTime && fenceDecision(rules.areas, place.lon, place.lat)) {
        n.int(asked.length);
        ids.int(device.deviceId);
        times.real(report.deviceTime);
        asked.push({ device, key: keyOf(report, hash) });
      }
  }
  if (asked.length === 0) return;
  const { rows } = await client.query<{ n: number; at: number; lon: number; lat: number }>({
    ...neighbours,
    values: [n, ids, times],
  });
  const around = new Map<DeviceBatch, Map<string, DecidedPlace[]>>();
  for (const row of rows) {
    const { device, key } = asked[row.n]!;
    const outside = fenceDecision(device.rules.areas, row.lon, row.lat);
    if (outside === null) continue;
    const own = around.get(device) ?? new Map<string, DecidedPlace[]>();
    around.set(device, own);
    own.set(key, [...(own.get(key) ?? []), { at: row.at, outside }]);
  }
  for (const [device, own] of around) device.fences = own satisfies FenceNeighbours;
};
