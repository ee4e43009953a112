import { appCalls } from '@plomb/contract/apps/domain';
import { stock } from '@plomb/contract/devices/stock';
import { type DeviceState, StockStatus, type StockStep } from '@plomb/contract/devices/stockSteps';
import type { LockFamily } from '@plomb/contract/lock/codes';
import { demoFleet, silentLock, trialLock } from '@plomb/simulator/demoFleet';
import { type OrgKey, regionFences } from '@plomb/simulator/roads/regions';
import type { ClientBase } from 'pg';
import type { Storage } from '../platform/files/storage/storage.ts';
import type { Logger } from '../platform/log.ts';
import { hashPassword } from '../platform/passwords.ts';
import type { Pools } from '../platform/postgres/pools.ts';
import { transaction } from '../platform/postgres/transaction.ts';
import type { Vault } from '../platform/vault.ts';
import { seedAlarms } from './alarms.ts';
import { seedApprovals, seedFrozenPeriods, seedResume, seedUnsealAreas } from './approvals.ts';
import { seedApps } from './apps.ts';
import { distributeDemoDevices } from './assignments.ts';
import { seedAuthorisations } from './authorisations.ts';
import { seedBaseMaps } from './baseMaps.ts';
import { seedCards } from './cards.ts';
import { seedContacts } from './contacts.ts';
import { seedFirmware } from './firmware.ts';
import { friends, seedFriends } from './friends.ts';
import { seedImports } from './imports.ts';
import { seedLogistics } from './logistics.ts';
import { seedMetering } from './metering.ts';
import { layDemoPhotos } from './photos.ts';
import { seedRecipients } from './recipients.ts';
import { seedSeals } from './seals.ts';
import { seedHistory } from './seedHistory.ts';
import { seedMessages } from './seedMessages.ts';
import { seedSwipes } from './swipes.ts';

/** The same fleet every time, so that a second start finds its devices again. */
export const DEMO_SEED = 20_261_121;
export const password = 'demo2026';

const regions: Record<OrgKey, string> = { sh: '苏南联运 · 上海', sz: '苏南联运 · 深圳', xa: '苏南联运 · 西安' };

const operators = [
  { login: 'demo', name: '周敏', org: null, role: '调度主管', buttons: null },
  {
    login: 'duty',
    name: '陈立',
    org: null,
    role: '值班员',
    buttons: [
      ...[
        'map:list',
        'map:seal',
        'map:unseal',
        'track:list',
        'track:export',
        'alarm:list',
        'alarm:process',
        'device:list',
      ],
      ...['order:list', 'order:cancel', 'order:settle', 'opening:list', 'evidence:view', 'approval:list'],
      'whoCanOpen:list',
      ...['authorisation:list', 'authorisation:decide', 'authorisation:end'],
      ...['firmwareRollout:list', 'firmwareRollout:add', 'firmwareRollout:resume', 'firmwareIssue:list'],
    ],
  },
  {
    login: 'store',
    name: '王建国',
    org: null,
    role: '库管员',
    buttons: ['device:list', ...Object.values(stock).map((call) => call.permit)],
  },
  {
    login: 'guard',
    name: '李国强',
    org: 'sh',
    role: '押运员',
    buttons: [
      ...['map:list', 'map:seal', 'map:unseal', 'alarm:list', 'assignment:list', 'assignment:order'],
      ...['field:scan', 'field:seal', 'field:patrol', 'field:unseal', 'field:abnormal'],
    ],
  },
  // who plans what the guard carries while somebody looks on (field.ts)
  {
    login: 'yard',
    name: '钱海',
    org: 'sh',
    role: '堆场调度',
    buttons: [
      ...['vehicle:list', 'vehicle:add', 'logisticsBatch:list', 'logisticsBatch:add', 'logisticsBatch:update'],
      'journeyTemplate:list',
      ...['batchStep:list', 'qrSeal:list', 'qrSeal:add', 'qrOperation:list', 'sealStatistics:list'],
    ],
  },
] as const;

/** The demonstration organisation with its people, locks and areas. Made once; a later start leaves it as it is. */
export const seedDemo = (pools: Pools, vault: Vault, log: Logger, storage: Storage): Promise<void> =>
  transaction(pools.owner, async (db) => {
    const { rows } = await db.query("select 1 from setting where name = 'demo'");
    if (rows.length > 0) return;
    const photos = await layDemoPhotos(pools, storage, log, DEMO_SEED);
    const root = await id(
      db,
      "insert into organisation (org_name, org_type, parent_id) select '苏南联运集团', 'carrier', id from organisation where parent_id is null",
    );
    const orgs = {} as Record<OrgKey, number>;
    for (const [key, name] of Object.entries(regions) as [OrgKey, string][])
      orgs[key] = await id(db, 'insert into organisation (org_name, org_type, parent_id) values ($1, $2, $3)', [
        name,
        'carrier',
        root,
      ]);

    const hash = await hashPassword(password);
    for (const o of operators) {
      const org = o.org === null ? root : orgs[o.org];
      const role = await seedRole(db, org, o.role, o.buttons);
      await db.query(
        `insert into operator (org_id, role_id, oper_name, login_name, password_hash, demo) values ($1, $2, $3, $4, $5, true)
         on conflict do nothing`,
        [org, role, o.name, o.login, hash],
      );
    }
    await seedContacts(db, vault);
    await seedDevices(db, orgs);
    await seedReceived(db);
    await seedSilent(db);
    await distributeDemoDevices(db, orgs.sz, orgs.sh);
    await seedTrial(db, root, orgs[trialLock.org]);
    await seedCards(db, root, orgs);
    await seedImports(db, root, DEMO_SEED);
    await seedApps(db);
    await seedFirmware(db, root);
    await seedBaseMaps(db, root);
    await seedPlatform(db, hash);
    await seedHarbour(db, hash);
    await seedFriends(db);
    await seedAuthorisations(db, root);
    await seedApprovals(db, orgs.xa);
    await seedUnsealAreas(db, orgs.sz);
    await seedResume(db, root);
    await seedFrozenPeriods(db, root, orgs.sz);
    await seedMessages(db, root);
    await seedRecipients(db, root, orgs.sz);
    await seedAlarms(db, orgs.sh);
    await seedSeals(db, orgs.sh);
    await seedMetering(db, orgs.sh, hash, photos);
    const fleet = demoFleet(DEMO_SEED);
    await seedHistory(db, fleet, DEMO_SEED, Date.now());
    // after what its locks told of their way
    const parked = fleet.filter(({ habit, org }) => habit === 'parked' && org === 'sh').map(({ sn }) => sn);
    await seedLogistics(db, orgs.sh, parked, photos);
    await seedSwipes(db, Date.now());
    await db.query("insert into setting (name, value) values ('demo', 'true')");
    log.info('the demonstration organisation was made');
  });

/**
 * Everybody knows the password of the demonstration's accounts, so they sign in while the product runs as one and at no
 * other time. An account that was given a password of its own since is no longer one of them.
 */
export const holdDemoAccounts = async (pools: Pools, demo: boolean, log: Logger): Promise<void> => {
  const { rows } = await pools.owner.query<{ login_name: string }>(
    'update operator set status = $1 where demo and status <> $1 returning login_name',
    [demo ? 1 : 2],
  );
  const names = rows.map((r) => r.login_name).sort();
  if (names.length === 0) return;
  if (demo) log.info({ names }, 'the accounts of the demonstration sign in while it runs');
  else log.warn({ names }, 'accounts of the demonstration are disabled: their passwords are known to everybody');
};

const id = async (db: ClientBase, sql: string, values: unknown[] = []): Promise<number> =>
  (await db.query<{ id: number }>(`${sql} returning id`, values)).rows[0]!.id;

const seedRole = async (
  db: ClientBase,
  org: number,
  name: string,
  buttons: readonly string[] | null,
): Promise<number> => {
  const role = await id(
    db,
    `insert into role (org_id, role_name, super_role_id)
     values ($1, $2, (select r.id from role r where r.super_role_id is null order by r.id limit 1))`,
    [org, name],
  );
  await db.query(
    `insert into role_button (role_id, button_id)
     select $1, b.id from button b join menu m on m.id = b.menu_id
     where $2::text[] is null or m.menu_code || ':' || b.btn_code = any($2)`,
    [role, buttons],
  );
  // menus that hold a granted button, and the folders above them
  await db.query(
    `insert into role_menu (role_id, menu_id)
     with recursive m as (
       select b.menu_id as id from role_button rb join button b on b.id = rb.button_id where rb.role_id = $1
       union select menu.sid from menu join m on m.id = menu.id where menu.sid is not null)
     select $1, id from m`,
    [role],
  );
  return role;
};

/** Who looks after what the whole house has in common, and sees the versions of the handset app. */
const seedPlatform = async (db: ClientBase, hash: string): Promise<void> => {
  const { rows } = await db.query<{ id: number }>('select id from organisation where parent_id is null');
  const org = rows[0]!.id;
  const permits = Object.values(appCalls).flatMap((calls) => Object.values(calls).map(({ permit }) => permit));
  const role = await seedRole(
    db,
    org,
    '平台运维',
    [...new Set(permits)].filter((permit) => permit.includes(':')),
  );
  await db.query(
    `insert into operator (org_id, role_id, oper_name, login_name, password_hash, demo) values ($1, $2, '何平', 'platform', $3, true)
     on conflict do nothing`,
    [org, role, hash],
  );
};

/** People of an organisation beside the demonstration's own, with whom it has to do. */
const seedHarbour = async (db: ClientBase, hash: string): Promise<void> => {
  const org = await id(
    db,
    "insert into organisation (org_name, org_type, parent_id) select '太仓港监管站', 'customs', id from organisation where parent_id is null",
  );
  const role = await seedRole(db, org, '监管员', null);
  await db.query(
    `insert into operator (org_id, role_id, oper_name, login_name, password_hash, demo)
     select $1, $2, p.name, p.login, $3, true from unnest($4::text[], $5::text[]) as p(login, name) on conflict do nothing`,
    [org, role, hash, friends.map(({ login }) => login), friends.map(({ name }) => name)],
  );
};

const seedDevices = async (db: ClientBase, orgs: Record<OrgKey, number>): Promise<void> => {
  const hhdlink = await id(db, "insert into manufacturer (factory_code, factory_name) values ('HHD', 'Hhdlink')");
  const jointech = await id(db, "insert into manufacturer (factory_code, factory_name) values ('JT', 'Jointech')");
  const maker: Record<LockFamily, number> = { hhd: hhdlink, jt701: jointech, jointech808: jointech };
  // they report every few seconds, far more often than a lock in service would, so that there is something to see
  const type: Record<LockFamily, number> = {
    hhd: await id(
      db,
      `insert into device_type (device_type, device_type_name, family, utc_offset_minutes, report_interval, sleep_interval)
       values ('G-300', 'G-300 挂锁', 'hhd', 480, 10, 600)`,
    ),
    jt701: await id(
      db,
      `insert into device_type (device_type, device_type_name, family, utc_offset_minutes, report_interval, sleep_interval,
         identity_rule, networks, unseal_password)
       values ('JT701D', 'JT701D 绳锁', 'jt701', 0, 10, 600, 'network', '{127.0.0.1,::1}', 'dynamic')`,
    ),
    jointech808: await id(
      db,
      `insert into device_type (device_type, device_type_name, family, utc_offset_minutes, report_interval, sleep_interval,
         identity_rule, networks)
       values ('JT709A', 'JT709A 绳锁', 'jointech808', 0, 10, 600, 'network', '{127.0.0.1,::1}')`,
    ),
  };
  const fences = {} as Record<OrgKey, number>;
  for (const [key, { name, points }] of Object.entries(regionFences) as [OrgKey, (typeof regionFences)[OrgKey]][])
    fences[key] = await id(
      db,
      "insert into fence (org_id, fence_name, fence_type, fence_context) values ($1, $2, 'polygon', $3)",
      [orgs[key], name, JSON.stringify({ type: 'Polygon', coordinates: [points] })],
    );
  await seedPlaces(db, orgs);
  for (const [at, lock] of demoFleet(DEMO_SEED).entries()) {
    const place = placeOf(at);
    const device = await id(
      db,
      `insert into device (org_id, sn, device_name, device_type_id, manufacturer_id, subject, stock_status, device_address)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[orgs[lock.org], lock.sn, lock.device_name, type[lock.family], maker[lock.family], lock.subject],
        ...[place?.status ?? used, lock.region],
      ],
    );
    if (place) await seedPlace(db, device, place);
    await db.query('insert into fence_device (fence_id, device_id) values ($1, $2)', [fences[lock.org], device]);
  }
};

/** Where locks go: a port that rings at night, a corridor that rings either way, and places worth a name. */
const seedPlaces = async (db: ClientBase, orgs: Record<OrgKey, number>): Promise<void> => {
  const fence = (org: OrgKey, name: string, type: string, context: object, radius: number | null, rest: string) =>
    db.query(
      `insert into fence (org_id, fence_name, fence_type, fence_context, radius, bound, colour, alarm_on, schedule)
       values ($1, $2, $3, $4, $5, 'all', ${rest})`,
      [orgs[org], name, type, JSON.stringify(context), radius],
    );
  const night = `'{"days": [1, 2, 3, 4, 5, 6, 7], "from": "22:00", "until": "06:00", "time_zone": "Asia/Shanghai"}'`;
  await fence(
    'sh',
    '宁波北仑港',
    'circle',
    { type: 'Point', coordinates: [121.845, 29.925] },
    4000,
    `'teal', 'enter', ${night}`,
  );
  const road = [
    [121.48, 31.22],
    [120.74, 30.76],
    [120.2, 30.28],
  ];
  await fence(
    'sh',
    '沪杭运输走廊',
    'line',
    { type: 'LineString', coordinates: road },
    3000,
    `'brown', 'both', ${night}`,
  );
  for (const [org, name, lng, lat] of [
    ['sh', '临港集装箱堆场', 121.908, 30.871],
    ['sh', '嘉兴服务区', 120.76, 30.75],
    ['xa', '西安国际港站', 109.07, 34.4],
  ] as const)
    await db.query('insert into interest (org_id, interest_name, lng, lat) values ($1, $2, $3, $4)', [
      orgs[org],
      ...[name, lng, lat],
    ]);
};

interface Place {
  status: StockStatus;
  step: StockStep;
  from: StockStatus;
  state?: DeviceState;
  lost?: boolean;
  /** to whoever tries the demonstration */
  receiver?: boolean;
  reason?: string;
}
const { inventory, issued, recycled, used, notUsed } = StockStatus;
/** Some of the fleet are not in use, one in 25; those that report themselves sealed there ring, as they should. */
const places: readonly Place[] = [
  { status: inventory, step: 'stock_in', from: notUsed },
  { status: inventory, step: 'return', from: issued, reason: '外壳划伤，待换' },
  { status: issued, step: 'issue', from: inventory, receiver: true },
  { status: issued, step: 'issue', from: inventory, receiver: true, reason: '虹桥枢纽项目' },
  { status: recycled, step: 'recycle', from: used },
  { status: used, step: 'to_maintenance', from: used, state: 'maintenance', reason: '锁杆卡滞' },
  { status: used, step: 'report_lost', from: used, lost: true, reason: '卸货后未找到' },
];
const placeOf = (at: number): Place | undefined => (at % 25 === 6 ? places[Math.floor(at / 25)] : undefined);

const seedPlace = async (
  db: ClientBase,
  device: number,
  { step, from, state = 'in_use', lost = false, receiver = false, reason = '' }: Place,
): Promise<void> => {
  await db.query(
    `update device set device_state = $2, lost = $3, issue_time = case when $4 then now() - interval '9 days' end,
       receiver_id = case when $4 then (select id from operator where login_name = 'demo') end
     where id = $1`,
    [device, state, lost, receiver],
  );
  await db.query(
    `insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, operator_id, oper_name,
       source, receiver_id, receiver, reason)
     select d.id, d.org_id, d.org_id, $2, $3, d.stock_status, $4, o.id, o.oper_name, 'web', d.receiver_id,
       coalesce((select r.oper_name from operator r where r.id = d.receiver_id), ''), $5
     from device d, operator o where d.id = $1 and o.login_name = 'store'`,
    [device, step, from, state, reason],
  );
};

/** "demo", written by hand. */
const demoSignature =
  'M118 92L96 84L74 96L64 120L74 140L98 138L120 118M128 36L122 84L122 136L134 142L152 132L172 108L180 88L168 82L156 100L156 126L174 140L198 134L216 112L222 90L224 138L232 106L250 88L258 100L258 138L268 106L286 88L296 102L298 130L310 140L330 128L346 102L366 86L382 98L380 124L362 140L346 126L352 100L376 92L404 104L440 96M96 168L240 160L420 156';

/** Some that whoever tries the demonstration has received, and has. */
const seedReceived = async (db: ClientBase): Promise<void> => {
  const some = `(select * from device d where d.stock_status = $2 and d.device_state = 'in_use' and not d.lost
    and d.retired_time is null order by d.sn limit 3)`;
  await db.query(
    `insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, operator_id, oper_name,
       source, receiver_id, receiver, at, create_time)
     select d.id, d.org_id, d.org_id, 'issue', $3, $1, d.device_state, o.id, o.oper_name, 'web', r.id, r.oper_name, t.at, t.at
       from operator o, operator r, ${some} d, (select now() - interval '21 days' as at) t
      where o.login_name = 'store' and r.login_name = 'demo'`,
    [issued, used, inventory],
  );
  await db.query(
    `with s as (insert into signature (operator_id, drawn) select id, $3 from operator where login_name = 'demo' returning id)
     insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, operator_id, oper_name,
       source, receiver_id, receiver, at, signature_id)
     select d.id, d.org_id, d.org_id, 'receive', $1, $2, d.device_state, o.id, o.oper_name, 'web', o.id, o.oper_name,
         now() - interval '20 days', s.id
       from s, operator o, ${some} d
      where o.login_name = 'demo'`,
    [issued, used, demoSignature],
  );
};

/** Sealed, and heard for the last time on the motorway, three quarters of an hour ago. */
const seedSilent = async (db: ClientBase): Promise<void> => {
  const told = "now() - interval '47 minutes'";
  await db.query(
    `update lock_state set lock_status = 2, lock_since = now() - interval '3 hours', lock_time = now() - interval '3 hours',
       device_time = ${told}, receive_time = ${told}, present_time = ${told}, place_time = ${told}, fix = true, lon = 121.1834,
       lat = 31.4189, velocity = 76, heading = 305, electric = 58
     where device_id = (select id from device where sn = $1)`,
    [silentLock],
  );
};

/** Its type belongs to the demonstration's organisation, whose people can mend the clock offset; the others are the root's. */
const seedTrial = async (db: ClientBase, owner: number, org: number): Promise<void> => {
  const { sn, device_name, subject, region } = trialLock;
  const type = await id(
    db,
    `insert into device_type (org_id, device_type, device_type_name, family, utc_offset_minutes, report_interval, sleep_interval)
     values ($1, 'G-400', 'G-400 试用', 'hhd', 0, 10, 600)`,
    [owner],
  );
  await id(
    db,
    `insert into device (org_id, sn, device_name, device_type_id, subject, stock_status, device_address)
     values ($1, $2, $3, $4, $5, 4, $6)`,
    [org, sn, device_name, type, subject, region],
  );
};
