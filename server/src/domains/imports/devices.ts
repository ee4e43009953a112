import { DeviceNumber } from '@plomb/contract/devices/devices';
import type { PoolClient } from 'pg';
import type { ImportKind, JudgedRow } from './block.ts';
import { type DeviceValues, type Finds, type Judged, judgeRow, saysNothingNew } from './deviceRow.ts';
import { finder, organisationsIn } from './named.ts';

type DeviceRow = JudgedRow & Judged;

const findsIn = async (client: PoolClient): Promise<Finds> => {
  const types = await client.query<{ id: number; device_type: string; device_type_name: string }>(
    'select id, device_type, device_type_name from device_type',
  );
  const makers = await client.query<{ id: number; factory_code: string; factory_name: string }>(
    'select id, factory_code, factory_name from manufacturer',
  );
  return {
    device_type: finder(
      types.rows.map((one) => ({ id: one.id, codes: [one.device_type], names: [one.device_type_name] })),
    ),
    factory: finder(makers.rows.map((one) => ({ id: one.id, codes: [one.factory_code], names: [one.factory_name] }))),
    org_name: await organisationsIn(client),
  };
};

/** Whoever gets a device has to be able to have it: its type and its maker are shared downwards only. */
const judgeReach = async (client: PoolClient, judged: readonly DeviceRow[]): Promise<void> => {
  const keyOf = ({ values }: Judged) => `${values.device_type_id} ${values.manufacturer_id} ${values.org_id}`;
  const kinds = new Map(judged.filter(({ errors }) => errors.length === 0).map((one) => [keyOf(one), one.values]));
  const all = [...kinds.values()];
  const { rows } = await client.query<{ type: boolean; both: boolean }>(
    `select device_reaches(type, null, org) as type, device_reaches(type, maker, org) as both
       from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality as k(type, maker, org, nth) order by nth`,
    [all.map((v) => v.device_type_id), all.map((v) => v.manufacturer_id), all.map((v) => v.org_id)],
  );
  const reaches = new Map([...kinds.keys()].map((key, at) => [key, rows[at]]));
  for (const one of judged) {
    if (one.errors.length > 0) continue;
    const found = reaches.get(keyOf(one));
    if (!found?.type) one.errors.push({ field: 'device_type', code: 'deviceTypeInReach' });
    else if (!found.both) one.errors.push({ field: 'factory', code: 'manufacturerInReach' });
  }
};

type Existing = DeviceValues & { retired: boolean };

const existing = async (client: PoolClient, numbers: readonly string[]) => {
  const { rows } = await client.query<Existing>(
    `select sn, device_name, device_type_id, manufacturer_id, org_id, subject, device_no, sim_card,
       mobile_id as "mobileID", device_address, retired_time is not null as retired from device where sn = any($1)`,
    [numbers],
  );
  const taken = await client.query<{ sn: string }>('select numbers_taken as sn from numbers_taken($1)', [numbers]);
  return { seen: new Map(rows.map((row) => [row.sn, row])), taken: new Set(taken.rows.map(({ sn }) => sn)) };
};

const write = async (client: PoolClient, good: readonly DeviceRow[]): Promise<Map<string, number>> => {
  const of = <K extends keyof DeviceValues>(field: K) => good.map(({ values }) => values[field]);
  const { rows } = await client.query<{ id: number; sn: string }>(
    `insert into device (org_id, sn, device_name, device_type_id, manufacturer_id, subject, device_no, sim_card, mobile_id,
       device_address)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[])
     on conflict (sn) do nothing returning id, sn`,
    [
      of('org_id'),
      of('sn'),
      of('device_name'),
      of('device_type_id'),
      of('manufacturer_id'),
      of('subject'),
      of('device_no'),
      of('sim_card'),
      of('mobileID'),
      of('device_address'),
    ],
  );
  return new Map(rows.map(({ id, sn }) => [sn, id]));
};

export const importedDevices: ImportKind<DeviceRow> = {
  async keys(_, plan) {
    const at = plan.mapping.indexOf('sn');
    return (cells) => {
      const number = DeviceNumber.safeParse(cells[at] ?? '');
      return number.success ? number.data : null;
    };
  },
  async judge(client, rows, plan) {
    const finds = await findsIn(client);
    const judged = rows.map(({ first, ...row }): DeviceRow => {
      const one = judgeRow(row.cells, plan, finds);
      if (first !== null) one.errors.unshift({ field: 'sn', code: 'importNumberTwice', values: { row: first } });
      return { row, ...one, isSame: false };
    });
    await judgeReach(client, judged);
    const there = await existing(client, judged.map(({ values }) => values.sn).filter(Boolean));
    for (const one of judged) {
      if (one.errors.some(({ field }) => field === 'sn')) continue;
      const device = there.seen.get(one.values.sn);
      if (device?.retired) one.errors.push({ field: 'sn', code: 'deviceRetired' });
      else if (device && one.errors.length === 0 && saysNothingNew(one, device)) one.isSame = true;
      else if (device) one.errors.push({ field: 'sn', code: 'importExists' });
      else if (there.taken.has(one.values.sn)) one.errors.push({ field: 'sn', code: 'deviceSnExists' });
    }
    return judged;
  },
  write,
  keyOf: ({ values }) => values.sn,
  taken: { field: 'sn', code: 'deviceSnExists' },
  numberOf: ({ values }) => values.sn,
};
