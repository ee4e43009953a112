import { devices } from '@plomb/contract/devices/devices';
import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import { manufacturers } from '@plomb/contract/devices/manufacturers';
import { unregistered } from '@plomb/contract/devices/unregistered';
import { errors } from '@plomb/contract/errors';
import type { InputOf } from '@plomb/contract/kit/call';
import { searchKey } from '@plomb/contract/kit/search';
import { lithiumCell } from '@plomb/contract/lock/batteryCurve';
import { connectionOf } from '@plomb/contract/lock/connection';
import { map } from '@plomb/contract/map/map';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { buildDevice, buildDeviceType, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { MOST_UNREGISTERED, openDirectory } from './directory.ts';

let api: TestApi;
let org: number;
let type: number;
let caller: Caller;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  type = await buildDeviceType(api.db);
  caller = await api.signedIn(await buildOperator(api.db, org));
});
afterAll(() => api.stop());

const device = (sn: string, change: object = {}) => ({
  sn,
  device_name: `箱 ${sn}`,
  device_type_id: type,
  manufacturer_id: null,
  org_id: org,
  device_no: '',
  sim_card: '',
  mobileID: '861000',
  device_address: '',
  subject: '沪A·12345',
  ...change,
});

describe('a device', () => {
  it('goes the whole round: add, list, detail, update, status, delete', async () => {
    const { id } = await caller.ok(devices.add, device('1390001'));
    expect(await caller.ok(devices.detail, { id })).toMatchObject({
      sn: '1390001',
      mobileID: '861000',
      lock_status: 255,
      communicate_status: 'offline',
      connection: 'offline',
      stock_status: 1,
      status: 1,
    });
    await caller.ok(devices.update, { id, ...device('1390001', { device_name: 'renamed' }) });
    await caller.ok(devices.status, { ids: [id], status: 2 });
    const { rows, total } = await caller.ok(devices.list, { keyword: '12345', sort: '-sn', size: 10 });
    expect({ total, names: rows.map((r) => [r.device_name, r.status]) }).toEqual({ total: 1, names: [['renamed', 2]] });
    await caller.ok(devices.delete, { ids: [id] });
    expect((await caller.call(devices.detail, { id })).verify.sign).toBe('notFound');
  });

  it('is found by its number and its plate however they are grouped or spelled', async () => {
    const { id } = await caller.ok(devices.add, device('14807550016', { subject: '粤B·Q7 88.1' }));
    for (const keyword of ['1480 7550 016', '07-550', '粤b q7·881', '粤ＢＱ７'])
      expect([keyword, (await caller.ok(devices.list, { keyword, size: 10 })).rows.map((r) => r.id)]).toEqual([
        keyword,
        [id],
      ]);
    expect((await caller.ok(devices.list, { keyword: '1480_7550', size: 10 })).total).toBe(0);
  });

  it('is found by exactly what it guards, however many others only resemble it', async () => {
    const { id } = await caller.ok(devices.add, device('13900900', { subject: 'ZZ·9' }));
    for (let i = 1; i <= 11; i++)
      await caller.ok(devices.add, device(`139009${10 + i}`, { device_name: `Crate ZZ9-${i}`, subject: `ZZ9${i}` }));
    expect((await caller.ok(devices.list, { guards: 'zz 9', size: 10 })).rows.map((r) => r.id)).toEqual([id]);
    expect((await caller.ok(devices.list, { guards: 'z9', size: 10 })).total).toBe(0);
  });

  it('is listed by one state or by any of several, in the list and in a file', async () => {
    const { id } = await caller.ok(devices.add, device('1390077'));
    const found = async (lock_status: 255 | 2 | (255 | 2)[]) =>
      (await caller.ok(devices.list, { keyword: '1390077', lock_status, size: 10 })).rows.map((r) => r.id);
    expect(await found([2, 255])).toEqual([id]);
    expect(await found(255)).toEqual([id]);
    expect(await found([2])).toEqual([]);
    expect((await caller.ok(devices.list, { connection: ['offline', 'late'], keyword: '1390077' })).total).toBe(1);
  });

  it('is compared by one rule in the database and in the console', async () => {
    const texts = ['1480 7550 016', '沪A·12345', 'ｈｈｄ－１２　３．４', 'a\tb–c•d', 'ÀB%_\\', ''];
    const { rows } = await api.db.query<{ key: string }>(
      'select search_key(t) as key from unnest($1::text[]) with ordinality as x(t, n) order by n',
      [texts],
    );
    expect(rows.map((r) => r.key)).toEqual(texts.map(searchKey));
  });

  it('cannot be added twice, not even by another organisation', async () => {
    await caller.ok(devices.add, device('1390002'));
    expect(await caller.call(devices.add, device('1390002'))).toMatchObject({
      verify: { sign: 'conflict', desc: 'The device exists already' },
      data: { sn: 'The device exists already' },
    });
    const elsewhere = await buildOrganisation(api.db);
    const other = await api.signedIn(await buildOperator(api.db, elsewhere));
    expect((await other.call(devices.add, device('1390002', { org_id: elsewhere }))).verify.sign).toBe('conflict');
  });

  it('cannot be put into, or moved to, an organisation out of sight', async () => {
    const elsewhere = await buildOrganisation(api.db);
    expect((await caller.call(devices.add, device('1390003', { org_id: elsewhere }))).verify.sign).toBe('notFound');
    const { id } = await caller.ok(devices.add, device('1390003'));
    expect((await caller.call(devices.update, { id, ...device('1390003', { org_id: elsewhere }) })).verify.sign).toBe(
      'notFound',
    );
  });

  it('takes its present along when it moves to an organisation below', async () => {
    const below = await buildOrganisation(api.db, org);
    const mover = await api.signedIn(await buildOperator(api.db, org));
    const { id } = await mover.ok(devices.add, device('1390004'));
    await mover.ok(devices.update, { id, ...device('1390004', { org_id: below }) });
    const { rows } = await api.db.query(
      'select s.org_id as state, c.org_id as connection from lock_state s join device_connection c using (device_id) where device_id = $1',
      [id],
    );
    expect(rows).toEqual([{ state: below, connection: below }]);
  });

  it('leaves the people of whom it goes from behind: who unsealed it, and whose card it read', async () => {
    const below = await buildOrganisation(api.db, org);
    const mover = await api.signedIn(await buildOperator(api.db, org));
    const { id } = await mover.ok(devices.add, device('1390005'));
    await api.db.query(
      `update lock_state set lock_status = 0, lock_actor = '0012345678', icc_card_no = '0012345678', ver = 'V7' where device_id = $1`,
      [id],
    );
    const told = () => mover.ok(devices.detail, { id });
    await mover.ok(devices.update, { id, ...device('1390005', { device_name: 'renamed' }) });
    expect(await told()).toMatchObject({ icc_card_no: '0012345678' });
    await mover.ok(devices.update, { id, ...device('1390005', { org_id: below }) });
    expect(await told()).toMatchObject({ icc_card_no: '', ver: 'V7', lock_status: 0 });
    expect(await mover.ok(map.lock, { id })).toMatchObject({ lock_actor: '' });
  });

  it.each([
    ['its terminal was forgotten', (id: number) => caller.ok(devices.forgetTerminal, { id })],
    ['its number was corrected', (id: number) => caller.ok(devices.update, { id, ...device('1390008') })],
    [
      'it is of another type',
      async (id: number) =>
        caller.ok(devices.update, { id, ...device('1390007', { device_type_id: await buildDeviceType(api.db) }) }),
    ],
  ])('keeps nothing of the intervals a lock told when %s', async (_, change) => {
    const { id } = await caller.ok(devices.add, device('1390007'));
    await api.db.query('update lock_state set report_interval = 30, sleep_interval = 3600 where device_id = $1', [id]);
    const told = async () =>
      (await api.db.query('select report_interval, sleep_interval from lock_state where device_id = $1', [id])).rows[0];
    await caller.ok(devices.update, { id, ...device('1390007', { device_name: 'renamed' }) });
    expect(await told()).toEqual({ report_interval: 30, sleep_interval: 3600 });
    await change(id);
    expect(await told()).toEqual({ report_interval: null, sleep_interval: null });
    await caller.ok(devices.delete, { ids: [id] });
  });

  it('registers an identity with letters in it, however they are typed, and finds it as the lock sends it', async () => {
    await caller.ok(devices.add, device('4F07788EF676'));
    const { rows } = await caller.ok(devices.list, { keyword: '4F07788EF676' });
    expect(rows.map(({ sn }) => sn)).toEqual(['4f07788ef676']);
    expect(await openDirectory(api.pools.platform).find('4f07788ef676')).toMatchObject({ sn: '4f07788ef676' });
    expect((await caller.call(devices.add, device('4g07788ef676'))).verify.sign).toBe('validation');
  });

  it('names every wrong field in the caller’s language', async () => {
    caller.langue = 'zh_CN';
    const reply = await caller.call(devices.add, device('12 xy 34', { device_name: '  ', org_id: -1 }));
    caller.langue = 'en_US';
    expect(reply.verify.sign).toBe('validation');
    expect(Object.keys(reply.data)).toEqual(['sn', 'device_name', 'org_id']);
    expect(reply.data).toMatchObject({ sn: '序列号为 4-20 位数字，少数含字母 a-f', device_name: '不能为空' });
  });

  it('takes its number as screens and labels group it', async () => {
    const { id } = await caller.ok(devices.add, device('1480 2100-7771'));
    expect((await caller.ok(devices.detail, { id })).sn).toBe('148021007771');
  });

  it('sorts by listed columns only, and takes % and _ as they are typed', async () => {
    expect((await caller.post(devices.list.path, { sort: 'password_hash' })).verify.sign).toBe('validation');
    expect((await caller.post(devices.list.path, { sort: 'sn; drop table device' })).verify.sign).toBe('validation');
    expect((await caller.ok(devices.list, { keyword: '%' })).total).toBe(0);
    expect((await caller.post(devices.list.path, { size: 1000 })).verify.sign).toBe('validation');
  });
});

describe('a catalogue', () => {
  it('refuses the same code twice and to delete what is in use', async () => {
    const maker = await caller.ok(manufacturers.add, { factoryCode: 'M-1', factoryName: 'Maker' });
    expect(await caller.call(manufacturers.add, { factoryCode: 'M-1', factoryName: 'Other' })).toMatchObject({
      verify: { sign: 'conflict' },
      data: { factoryCode: 'The same record exists already' },
    });
    await caller.ok(devices.add, device('1390009', { manufacturer_id: maker.id }));
    expect((await caller.call(manufacturers.delete, { ids: [maker.id] })).verify).toEqual({
      sign: 'conflict',
      desc: 'Still in use, it cannot be deleted',
    });
  });
});

it('a refusal is said in every language, whoever asks', async () => {
  const answer = await api.app.inject({
    method: 'POST',
    url: deviceTypes.detail.path,
    headers: { authorization: caller.token },
    payload: caller.body({ id: 'x' }),
  });
  const { verify, data, words } = answer.json();
  expect(verify.desc).toBe(errors.validation.en);
  expect(words.desc).toEqual({ zh: errors.validation.zh, en: errors.validation.en });
  expect(words.fields.id.en).toBe(data.id);
  expect(words.fields.id.zh).toMatch(/\p{Script=Han}/u);
});

describe('a device type', () => {
  const plain = {
    device_type_name: 'Rules',
    family: 'hhd',
    utc_offset_minutes: 480,
    report_interval: 60,
    sleep_interval: 3600,
    low_battery: 20,
  } as const;

  it('asks its locks for their code unless it says otherwise', async () => {
    const { id } = await caller.ok(deviceTypes.add, { ...plain, device_type: 'rules-1' });
    expect(await caller.ok(deviceTypes.detail, { id })).toMatchObject({
      identity_rule: 'code',
      networks: [],
      unseal_password: 'none',
    });
    const jt = { ...plain, family: 'jt701', unseal_password: 'dynamic' } as const;
    await caller.ok(deviceTypes.update, {
      id,
      ...jt,
      device_type: 'rules-1',
      identity_rule: 'network',
      networks: ['10.8.0.0/16', '2001:db8::/32', '192.0.2.7'],
    });
    const device_type_id = id;
    const { id: lock } = await caller.ok(devices.add, device('8000000777', { device_type_id }));
    expect(await caller.ok(devices.detail, { id: lock })).toMatchObject({
      identity_rule: 'network',
      unseal_password: 'dynamic',
    });
  });

  it('keeps the curve of its batteries and what its locks may be set to, and the gateway knows the curve', async () => {
    const battery_curve: [number, number][] = [
      [3.3, 0],
      [3.7, 40],
      [4.1, 100],
    ];
    const limits = {
      report_interval_min: 30,
      report_interval_max: 600,
      sleep_interval_min: 300,
      sleep_interval_max: 7200,
    };
    const { id } = await caller.ok(deviceTypes.add, { ...plain, device_type: 'rules-3' });
    const { id: lock } = await caller.ok(devices.add, device('8000000778', { device_type_id: id }));
    const { sn } = await caller.ok(devices.detail, { id: lock });
    expect(await openDirectory(api.db).find(sn)).toMatchObject({ batteryCurve: lithiumCell });
    await caller.ok(deviceTypes.update, { id, ...plain, device_type: 'rules-3', battery_curve, ...limits });
    expect(await caller.ok(deviceTypes.detail, { id })).toMatchObject({ battery_curve, ...limits });
    expect(await openDirectory(api.db).find(sn)).toMatchObject({ batteryCurve: battery_curve });
  });

  it.each([
    ['a code its family does not have', { family: 'jt701', unseal_password: 'dynamic' }, 'identity_rule'],
    ['a password its family does not take', { unseal_password: 'factory' }, 'unseal_password'],
    ['no network where networks are the proof', { identity_rule: 'network' }, 'networks'],
    ['a report interval outside of its limits', { report_interval_min: 61 }, 'report_interval'],
    ['a sleep interval outside of its limits', { sleep_interval_max: 3599 }, 'sleep_interval'],
    ['limits that cross', { report_interval_min: 90, report_interval_max: 80 }, 'report_interval_max'],
    ['limits beyond those of any lock', { sleep_interval_min: 59 }, 'sleep_interval_min'],
    [
      'a battery curve that falls',
      {
        battery_curve: [
          [4, 0],
          [3, 100],
        ],
      },
      'battery_curve',
    ],
    ['a battery curve of one point', { battery_curve: [[4, 0]] }, 'battery_curve'],
    ['what is no network', { networks: ['10.0.0.0/40'] }, 'networks.0'],
  ] satisfies [string, Partial<InputOf<typeof deviceTypes.add>>, string][])(
    'is refused with %s',
    async (_, change, field) => {
      const reply = await caller.call(deviceTypes.add, { ...plain, device_type: 'rules-2', ...change });
      expect([reply.verify.sign, Object.keys(reply.data)]).toEqual(['validation', [field]]);
    },
  );
});

describe('the directory of the gateway', () => {
  it('knows registered and enabled devices only', async () => {
    const known = await buildDevice(api.db, org);
    const directory = openDirectory(api.db);
    expect(await directory.find(known.sn)).toMatchObject({ id: known.id, family: 'hhd', utcOffsetMinutes: 480 });
    expect(await directory.find('000111')).toBeNull();
    await api.db.query('update device set status = 2 where id = $1', [known.id]);
    directory.forget();
    expect(await directory.find(known.sn)).toBeNull();
  });

  it('asks once for all who come at once', async () => {
    const devicesHere = await Promise.all([1, 2, 3].map(() => buildDevice(api.db, org)));
    let statements = 0;
    const counting = new Proxy(api.db, {
      get(pool, name) {
        if (name !== 'query') return Reflect.get(pool, name);
        statements++;
        return pool.query.bind(pool);
      },
    });
    const directory = openDirectory(counting);
    const found = await Promise.all([...devicesHere.map(({ sn }) => sn), '000112'].map((sn) => directory.find(sn)));
    expect(found.map((one) => one?.id ?? null)).toEqual([...devicesHere.map(({ id }) => id), null]);
    expect(statements).toBe(1);
  });

  it('keeps the terminal a device registered as first, until somebody forgets it', async () => {
    const known = await buildDevice(api.db, org);
    const directory = openDirectory(api.db);
    const device = (await directory.find(known.sn))!;
    const outcomes = [];
    for (const terminal of ['HHD/G/1', 'HHD/G/1', 'HHD/G/2', 'HHD/G/1'])
      outcomes.push(await directory.registered(device, terminal, '10.0.0.1'));
    expect(outcomes).toEqual(['HHD/G/1', 'HHD/G/1', 'HHD/G/1', 'HHD/G/1']);
    const elsewhere = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await elsewhere.call(devices.forgetTerminal, { id: known.id })).verify.sign).toBe('notFound');
    const row = async () =>
      (
        await api.db.query('select xmin::text, xmax::text, ctid::text from device_registration where device_id = $1', [
          known.id,
        ])
      ).rows;
    const before = await row();
    expect(await directory.registered(device, 'HHD/G/2', '10.0.0.1')).toBe('HHD/G/1');
    // a made-up terminal writes nothing, and locks nothing
    expect(await row()).toEqual(before);
    await caller.ok(devices.status, { ids: [known.id], status: 2 });
    await api.db.query('update device set retired_time = now() where id = $1', [known.id]);
    expect((await caller.call(devices.forgetTerminal, { id: known.id })).verify.sign).toBe('fail');
    await api.db.query('update device set retired_time = null, status = 1 where id = $1', [known.id]);
    await caller.ok(devices.forgetTerminal, { id: known.id });
    expect(await directory.registered(device, 'HHD/G/2', '10.0.0.1')).toBe('HHD/G/2');
    // what the terminal before was given proves nothing, and it is sent away
    expect(api.changed.at(-1)).toEqual([known.id]);
    directory.forget();
    expect(await directory.find(known.sn)).toEqual({ ...device, codeGeneration: device.codeGeneration + 1 });
  });

  it('begins another generation of codes when a device gets another number or owner, and only then', async () => {
    const known = await buildDevice(api.db, org);
    const generations: (number | undefined)[] = [];
    const after = async (change: string, sn = known.sn) => {
      await api.db.query(`update device set ${change} where id = $1`, [known.id]);
      generations.push((await openDirectory(api.db).find(sn))?.codeGeneration);
    };
    await after("device_name = 'called otherwise'");
    await after('org_id = org_id, sn = sn');
    await after(`org_id = ${await buildOrganisation(api.db)}`);
    await after(`sn = '1${known.sn}'`, `1${known.sn}`);
    await after(`sn = '${known.sn}'`);
    expect(generations).toEqual([0, 0, 1, 2, 3]);
  });

  it('remembers the newest strangers, and nobody who is registered', async () => {
    const directory = openDirectory(api.db);
    await api.db.query(
      `insert into device_unregistered (sn, family, address, last_time)
       select (600000000 + n)::text, 'hhd', 'x', now() - make_interval(secs => $1 - n) from generate_series(1, $1::int) n`,
      [MOST_UNREGISTERED],
    );
    const known = async (sn: string) =>
      (await api.db.query('select from device_unregistered where sn = $1', [sn])).rowCount === 1;
    directory.seenUnregistered('777111', 'hhd', '10.1.1.1');
    await directory.flush();
    expect(await known('777111')).toBe(true);
    expect(await known('600000001')).toBe(false);
    expect((await api.db.query('select count(*) as n from device_unregistered')).rows).toEqual([
      { n: MOST_UNREGISTERED },
    ]);
    await caller.ok(devices.add, device('777111'));
    expect(await known('777111')).toBe(false);
    // registered and disabled: it knocks, and is no stranger
    await api.db.query("update device set status = 2 where sn = '777111'");
    directory.seenUnregistered('777111', 'hhd', '10.1.1.1');
    directory.seenUnregistered('777222', 'hhd', '10.1.1.1');
    await directory.flush();
    expect(await known('777222')).toBe(true);
    expect(await known('777111')).toBe(false);
    // ten thousand later ones of another network, and it is here still
    await api.db.query(`update device_unregistered set last_time = now() + interval '1 hour' where network = ''`);
    for (let i = 0; i < 3; i++) directory.seenUnregistered(`88${i}`, 'hhd', `10.2.2.${i}`);
    await directory.flush();
    expect(await known('777222')).toBe(true);
    await api.db.query('delete from device_unregistered');
  });

  it('lists who knocked, for the root organisation only', async () => {
    const directory = openDirectory(api.db);
    directory.seenUnregistered('777000', 'hhd', '10.1.1.1');
    await directory.flush();
    directory.seenUnregistered('777000', 'hhd', '10.1.1.2');
    await directory.flush();
    const admin = api.caller();
    await admin.login('admin', adminPassword);
    expect((await admin.ok(unregistered.list, {})).rows.map((r) => [r.sn, r.tries])).toEqual([['777000', 2]]);
    expect((await caller.ok(unregistered.list, {})).rows).toEqual([]);
    directory.seenUnregistered('777001', 'hhd', '10.1.1.1');
    await directory.flush();
    const first = await admin.ok(unregistered.list, { size: 1 });
    const second = await admin.ok(unregistered.list, { size: 1, page: 2 });
    expect([first, second].map(({ rows, total }) => [rows.map((r) => r.sn), total])).toEqual([
      [['777001'], 2],
      [['777000'], 2],
    ]);
    // the number it is opened by is its own, wherever it stands
    const [found] = (await admin.ok(unregistered.list, { keyword: '777000' })).rows;
    expect(found?.id).toBe(second.rows[0]?.id);
    expect(found?.id).not.toBe(first.rows[0]?.id);
  });
});

it('judges the connection in the database as the console does', async () => {
  const ages = [null, 0, 30, 180, 181, 600, 660, 661, 1499, 1500, 1501, 90_000];
  for (const connected of [true, false])
    for (const age of ages) {
      const { rows } = await api.db.query<{ c: string }>(
        'select connection_of($1, now() - make_interval(secs => $2), 60, 600) as c',
        [connected, age],
      );
      const now = Date.now();
      const seen = age === null ? null : now - age * 1000;
      expect(rows[0]?.c, `${connected} ${age}`).toBe(
        connectionOf(now, { connected, seen, reportInterval: 60, sleepInterval: 600 }),
      );
    }
});

describe('an export', () => {
  const columns = [
    { field: 'sn', title: '序列号' },
    { field: 'device_name', title: 'Name' },
    { field: 'subject', title: 'Subject' },
    { field: 'status', title: 'Status', words: { '1': '启用' } },
  ];
  const fetchFile = async (who: Caller, url: string) =>
    api.app.inject({ method: 'GET', url, headers: { authorization: who.token } });

  it('holds the filtered rows under the headings asked for, and nothing that runs', async () => {
    await caller.ok(
      devices.add,
      device('5550001', { device_name: '=HYPERLINK("http://x")', subject: '+8613800000000' }),
    );
    await caller.ok(devices.add, device('5550002', { device_name: '@SUM(A1)', subject: '-12.5' }));
    const file = await caller.ok(devices.export, {
      format: 'csv',
      columns,
      timeZone: 'Asia/Shanghai',
      keyword: '555000',
      sort: 'sn',
    });
    const answer = await fetchFile(caller, file.url);
    expect(answer.headers['content-disposition']).toContain('.csv');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      '"序列号","Name","Subject","Status"',
      `"5550001","'=HYPERLINK(""http://x"")","+8613800000000","启用"`,
      `"5550002","'@SUM(A1)","-12.5","启用"`,
    ]);
  });

  it('comes as a workbook too', async () => {
    const file = await caller.ok(devices.export, { format: 'xlsx', columns, timeZone: 'UTC', keyword: '555000' });
    const answer = await fetchFile(caller, file.url);
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect(file.name).toMatch(/^device-.*\.xlsx$/);
  });

  it('is fetched once, by whom it was made for, within their organisations', async () => {
    const file = await caller.ok(devices.export, { format: 'csv', columns, timeZone: 'UTC' });
    const other = await api.signedIn(await buildOperator(api.db, org));
    expect((await fetchFile(other, file.url)).statusCode).toBe(404);
    expect((await api.app.inject({ method: 'GET', url: file.url })).statusCode).toBe(401);
    expect((await fetchFile(caller, file.url)).statusCode).toBe(200);
    expect((await fetchFile(caller, file.url)).statusCode).toBe(404);
    const elsewhere = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    const theirs = await elsewhere.ok(devices.export, { format: 'csv', columns, timeZone: 'UTC' });
    expect((await fetchFile(elsewhere, theirs.url)).body.trim().split('\r\n')).toHaveLength(1);
  });

  it('offers no column that the list does not show', async () => {
    const input = { format: 'csv', columns: [{ field: 'password_hash', title: 'x' }], timeZone: 'UTC' };
    expect((await caller.post(devices.export.path, input)).verify.sign).toBe('validation');
  });
});
