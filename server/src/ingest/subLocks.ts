import type { SubLockReport } from '@plomb/contract/lock/report';
import type { ClientBase } from 'pg';
import { Column } from './columns.ts';
import type { StoredReport } from './effects.ts';

/** Sub-locks kept of one device: of more, those heard of longest ago give way. */
const MOST = 100;

interface Told {
  deviceId: number;
  /** ms since 1970, on our clock */
  at: number;
  said: SubLockReport;
}

/** The newest word of each sub-lock in a batch, of devices that proved who they are; in the order in which rows are locked. */
export const newestSubLocks = (stored: readonly StoredReport[]): Told[] => {
  const newest = new Map<string, Told>();
  for (const { deviceId, taken } of stored) {
    const { report, at } = taken;
    if (!report.authenticated) continue;
    for (const said of report.subLocks) {
      const name = `${deviceId}/${said.id}`;
      const before = newest.get(name);
      if (!before || at >= before.at) newest.set(name, { deviceId, at, said });
    }
  }
  return [...newest.values()].sort((a, b) => a.deviceId - b.deviceId || (a.said.id < b.said.id ? -1 : 1));
};

const keep = {
  name: 'ingest-sub-locks',
  text: `insert into sub_lock as s (device_id, id, locked, voltage, electric, rssi, temperature, humidity, told_time)
    select u.device_id, u.id, u.locked, u.voltage, u.electric, u.rssi, u.temperature, u.humidity, to_timestamp(u.at / 1000)
    from unnest($1::bigint[], $2::text[], $3::boolean[], $4::float8[], $5::smallint[], $6::smallint[], $7::float8[],
      $8::smallint[], $9::float8[]) as u(device_id, id, locked, voltage, electric, rssi, temperature, humidity, at)
    on conflict (device_id, id) do update set locked = excluded.locked, voltage = excluded.voltage,
      electric = excluded.electric, rssi = excluded.rssi, temperature = excluded.temperature,
      humidity = excluded.humidity, told_time = excluded.told_time
    where excluded.told_time >= s.told_time`,
};
const giveWay = {
  name: 'ingest-sub-locks-over',
  text: `delete from sub_lock s using (
      select device_id, id, row_number() over (partition by device_id order by told_time desc, id) as n
      from sub_lock where device_id = any($1::bigint[])) o
    where s.device_id = o.device_id and s.id = o.id and o.n > ${MOST}`,
};

export const writeSubLocks = async (client: ClientBase, stored: readonly StoredReport[]): Promise<void> => {
  const told = newestSubLocks(stored);
  if (told.length === 0) return;
  const c = Array.from({ length: 9 }, () => new Column());
  for (const { deviceId, at, said } of told) {
    c[0]!.int(deviceId);
    c[1]!.text(said.id);
    c[2]!.bool(said.locked);
    c[3]!.real(said.voltage);
    c[4]!.int(said.electric);
    c[5]!.int(said.rssi);
    c[6]!.real(said.temperature);
    c[7]!.int(said.humidity);
    c[8]!.real(at);
  }
  await client.query({ ...keep, values: c });
  await client.query({ ...giveWay, values: [c[0]] });
};
