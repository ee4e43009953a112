import { devices } from '@plomb/contract/devices/devices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, startApi, type TestApi } from '../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../testing/build.ts';
import type { Caller } from '../testing/client.ts';
import { openListing } from './listing.ts';

let api: TestApi;
let admin: Caller;
let tenant: Caller;
/** the root, a tenant with an organisation below it, and a stranger */
let orgs: { tenant: number; below: number; stranger: number };
const built: (BuiltDevice & { org: number })[] = [];
beforeAll(async () => {
  api = await startApi();
  admin = await api.signedIn({ loginName: 'admin', password: adminPassword });
  const own = await buildOrganisation(api.db);
  orgs = { tenant: own, below: await buildOrganisation(api.db, own), stranger: await buildOrganisation(api.db) };
  tenant = await api.signedIn(await buildOperator(api.db, own));
  const all = Object.values(orgs);
  for (let i = 0; i < 31; i++) {
    const org = all[i % 3]!;
    built.push({ ...(await buildDevice(api.db, org)), org });
  }
  await api.db.query(`update device set device_name = 'Lock ' || id % 7, subject = '沪A·' || lpad((id % 10)::text, 5, '0'),
    create_time = now() - make_interval(mins => (id * 31 % 100)::int)`);
  await api.db.query(`update lock_state set lock_status = (array[0, 1, 2, 3, 255])[1 + device_id % 5],
    electric = case when device_id % 4 > 0 then device_id * 13 % 50 end,
    receive_time = case when device_id % 6 > 0 then now() - make_interval(mins => (device_id * 17 % 300)::int) end`);
});
afterAll(() => api.stop());

type Row = { id: number } & Record<string, unknown>;
/** All rows as pages of ten, turned one by one. */
const turned = async (who: Caller, input: object): Promise<{ rows: Row[]; total: number }> => {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await who.ok(devices.list, { ...input, page, size: 10 } as never);
    rows.push(...(answer.rows as Row[]));
    if (page * 10 >= answer.total) return { rows, total: answer.total };
  }
};
const compare = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
};
/** The order a list promises: nulls last either way, ties by number in the same direction. */
const ordered = (rows: readonly Row[], field: string, way: 1 | -1) =>
  rows.toSorted((a, b) => {
    const [x, y] = [a[field], b[field]];
    if (x === null || y === null) return x === y ? way * (a.id - b.id) : x === null ? 1 : -1;
    return way * (compare(x, y) || a.id - b.id);
  });

describe('the device list', () => {
  it.each(['sn', 'device_name', 'lock_status', 'electric', 'seen_time', 'create_time'])(
    'turned page by page in the order of %s shows each device once, in order, from either end',
    async (field) => {
      const everything = (await turned(admin, {})).rows;
      expect(everything).toHaveLength(built.length);
      for (const way of [1, -1] as const) {
        const { rows, total } = await turned(admin, { sort: way === 1 ? field : `-${field}` });
        expect(total).toBe(built.length);
        expect(rows.map((r) => r.id)).toEqual(ordered(everything, field, way).map((r) => r.id));
      }
    },
  );

  it('begins with the newest device', async () => {
    const { rows } = await turned(admin, {});
    expect(rows.map((r) => r.id)).toEqual(built.map((d) => d.id).toSorted((a, b) => b - a));
  });

  it('is of the own organisation and those below, in rows and in number', async () => {
    const own = built.filter((d) => d.org !== orgs.stranger).map((d) => d.id);
    for (const input of [{}, { sort: 'sn' }, { sort: '-electric' }, { keyword: 'lock' }]) {
      const { rows, total } = await turned(tenant, input);
      expect([rows.map((r) => r.id).toSorted((a, b) => a - b), total]).toEqual([own, own.length]);
    }
    expect(await turned(tenant, { org_id: orgs.stranger })).toEqual({ rows: [], total: 0 });
    expect((await turned(tenant, { org_id: orgs.below })).total).toBe(built.filter((d) => d.org === orgs.below).length);
  });

  it('is narrowed by what changes all the time, and counts what is left', async () => {
    const everything = (await turned(admin, {})).rows;
    for (const [field, value] of [
      ['lock_status', 3],
      ['connection', 'offline'],
      ['connection', 'sleeping'],
    ] as const) {
      const expected = everything.filter((r) => r[field] === value).map((r) => r.id);
      const { rows, total } = await turned(admin, { [field]: value });
      expect([rows.map((r) => r.id), total]).toEqual([expected, expected.length]);
    }
    const { rows } = await turned(admin, { keyword: '沪 a 00003', lock_status: 0 });
    expect(rows.map((r) => r.id)).toEqual(
      everything.filter((r) => r.subject === '沪A·00003' && r.lock_status === 0).map((r) => r.id),
    );
  });

  it('finds nothing across two fields', async () => {
    const { sn, id } = built[0]!;
    expect((await turned(admin, { keyword: sn })).rows.map((r) => r.id)).toEqual([id]);
    expect((await turned(admin, { keyword: `${sn}lock` })).total).toBe(0);
  });

  it('says so where it stopped counting', async () => {
    const page = openListing(api.pools.readers, 5);
    const operator = { orgIds: Object.values(orgs) } as never;
    const input = { page: 1, size: 20 as const, retired: false };
    expect(await page({ ...input, keyword: 'lock' }, { operator })).toMatchObject({ total: 5, totalIsAtLeast: true });
    // what is cheap to count is counted
    expect(await page(input, { operator })).toMatchObject({ total: built.length });
  });
});

it('the number of devices follows whatever happens to them', async () => {
  const counts = async () => ({
    admin: (await admin.ok(devices.list, {})).total,
    tenant: (await tenant.ok(devices.list, {})).total,
    retired: (await admin.ok(devices.list, { retired: true })).total,
  });
  const before = await counts();
  const extra = await buildDevice(api.db, orgs.tenant);
  expect(await counts()).toEqual({ ...before, admin: before.admin + 1, tenant: before.tenant + 1 });
  await api.db.query('update device set org_id = $1 where id = $2', [orgs.stranger, extra.id]);
  expect(await counts()).toEqual({ ...before, admin: before.admin + 1 });
  await admin.ok(devices.retire, { ids: [extra.id], reason: 'worn out' });
  expect(await counts()).toEqual({ ...before, retired: before.retired + 1 });
  await api.owner.query('delete from device where id = $1', [extra.id]);
  expect(await counts()).toEqual(before);
});
