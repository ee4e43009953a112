import type { RuleArea } from '@plomb/contract/cards/rules';
import { laidAsideLock, strangeCardLock } from '@plomb/simulator/demoFleet';
import type { OrgKey } from '@plomb/simulator/roads/regions';
import type { ClientBase } from 'pg';
import { isInHours } from '../domains/cards/cell.ts';
import { cornersOf } from '../domains/cards/corners.ts';

/** Cards that people gave to locks by hand. */
export const cardsByHand = ['70260001', '70260002', '70260003'];

interface Card {
  number: string;
  name: string;
  printed: string;
  type: 'single' | 'group';
  place?: { lon: number; lat: number; radius: number };
  status?: 2;
  /** hours ago it was deleted, and locks hold it still */
  deleted?: number;
}
const cards: readonly Card[] = [
  {
    number: '70260001',
    name: '外高桥 3 号门',
    printed: 'A-0017',
    type: 'single',
    place: { lon: 121.58, lat: 31.35, radius: 800 },
  },
  { number: '70260002', name: '张建华（已离职）', printed: 'A-0018', type: 'single', status: 2 },
  {
    number: '70260003',
    name: '苏州中转站备用',
    printed: 'A-0019',
    type: 'group',
    place: { lon: 120.62, lat: 31.3, radius: 500 },
    deleted: 3,
  },
  {
    number: '70260004',
    name: '昆山仓库',
    printed: 'A-0020',
    type: 'group',
    place: { lon: 120.95, lat: 31.38, radius: 300 },
  },
  { number: '70260011', name: '王建国', printed: 'A-0031', type: 'single' },
  { number: '70260012', name: '李国强', printed: 'A-0032', type: 'single' },
  { number: '70260013', name: '外高桥夜班组', printed: 'A-0033', type: 'group' },
  { number: '70260014', name: '陈浩', printed: 'A-0034', type: 'single' },
  { number: '70260015', name: '江桥白班组', printed: 'A-0035', type: 'group' },
  { number: '70260021', name: '马骏', printed: 'A-0041', type: 'single' },
  { number: '70260022', name: '刘洋（已离职）', printed: 'A-0042', type: 'single', deleted: 2 },
];

const circle = (name: string, lon: number, lat: number, radius: number): RuleArea => ({
  name,
  area: { shape: 'circle', centre: [lon, lat], radius },
});

/** A shift that has none of its hours now: the one by night where it is day. */
const restingShift = (now: number) => {
  const zone = { time_zone: 'Asia/Shanghai' };
  const night = { from: '22:00', until: '06:00', ...zone };
  return isInHours(night, now) ? { from: '08:00', until: '18:00', ...zone } : night;
};

interface Rule {
  name: string;
  org: OrgKey;
  areas: readonly RuleArea[];
  cards: readonly string[];
  /** serial numbers */
  locks: readonly string[];
  isResting?: boolean;
}
/** Areas lie where the lorries of the demonstration stop, and leave out other places where they do. */
const rules: readonly Rule[] = [
  {
    name: '外高桥与洋山码头',
    org: 'sh',
    areas: [
      {
        name: '外高桥港区',
        area: {
          shape: 'polygon',
          points: [
            [121.588, 31.366],
            [121.612, 31.37],
            [121.642, 31.354],
            [121.63, 31.338],
            [121.592, 31.346],
          ],
        },
      },
      circle('洋山深水港', 122.052, 30.64, 2500),
      circle('太仓港码头', 121.208, 31.612, 1500),
      circle('北仑港', 121.824, 29.918, 2000),
    ],
    cards: ['70260011', '70260012', '70260013'],
    locks: [
      ...['8002100002', '8002100004', '8002100006', '8002100011', '8002100012', '8002100013', '8002100014'],
      ...['8002100028', '8002100031', '8002100035', '8002100040'],
    ],
  },
  {
    name: '江桥与青浦仓库',
    org: 'sh',
    areas: [circle('江桥物流园', 121.352, 31.252, 1800), circle('虹桥西郊', 121.348, 31.184, 1500)],
    cards: ['70260014', '70260015'],
    locks: [strangeCardLock, '8002100042', '8002100045', '8002100055', '8002100058', '8002100060', '8002100063'],
    isResting: true,
  },
  {
    name: '西安国际港务区',
    org: 'xa',
    areas: [circle('国际港务区', 109.045, 34.365, 2200), circle('三桥物流园', 108.806, 34.291, 1500)],
    cards: ['70260021', '70260022'],
    locks: [laidAsideLock, '8002900002', '8002900006', '8002900011', '8002900014'],
  },
];

/**
 * Cards, of which one that was disabled and one that was deleted open locks still once these were given them, and areas where
 * others open which locks. One of those was deleted, and stays until a lock that sleeps wakes.
 */
export const seedCards = async (db: ClientBase, root: number, orgs: Record<OrgKey, number>): Promise<void> => {
  await db.query(
    `insert into ic_card (org_id, ic_no, ic_name, card_no, card_type, lon, lat, radius, status, removing_time, create_time)
     select $1, number, name, printed, type, (place ->> 'lon')::float8, (place ->> 'lat')::float8, (place ->> 'radius')::int,
       coalesce(status, 1), now() - make_interval(hours => deleted), now() - interval '40 days'
     from jsonb_to_recordset($2) as c(number text, name text, printed text, type text, place jsonb, status smallint, deleted int)`,
    [root, JSON.stringify(cards)],
  );
  for (const rule of rules) await seedRule(db, orgs[rule.org], rule);
  await seedLaidAside(db);
};

/** Its locks are told by the product itself once they are on the line. */
const seedRule = async (db: ClientBase, org: number, rule: Rule): Promise<void> => {
  await db.query(
    `with r as (
       insert into regional_rule (org_id, rule_name, status, areas, all_devices, hours, operator_id, oper_name)
         select $1, $2, 1, $3, false, $4, id, oper_name from operator where login_name = 'demo' returning id),
     c as (insert into regional_rule_card (rule_id, card_id) select r.id, c.id from r, ic_card c where c.ic_no = any($5))
     insert into regional_rule_device (rule_id, device_id) select r.id, d.id from r, device d where d.sn = any($6)`,
    [
      ...[org, rule.name, JSON.stringify(rule.areas)],
      rule.isResting ? JSON.stringify(restingShift(Date.now())) : null,
      ...[rule.cards, rule.locks],
    ],
  );
};

/** Told its cards in the morning, it sleeps since, and does not know yet that one of them was deleted. */
const seedLaidAside = async (db: ClientBase): Promise<void> => {
  const { areas, cards: held, name } = rules.find(({ locks }) => locks.includes(laidAsideLock))!;
  const { rows } = await db.query<{ id: number; org_id: number; rule_id: number }>(
    'select d.id, d.org_id, r.id as rule_id from device d, regional_rule r where d.sn = $1 and r.rule_name = $2',
    [laidAsideLock, name],
  );
  const { id, org_id, rule_id } = rows[0]!;
  const told = "now() - interval '5 hours'";
  await db.query(
    `update lock_state set lock_status = 1, lock_since = ${told}, lock_time = ${told}, device_time = ${told}, receive_time = ${told},
       present_time = ${told}, place_time = ${told}, fix = true, lon = 109.0475, lat = 34.3585, velocity = 0, electric = 71,
       sleep_interval = 12 * 3600
     where device_id = $1`,
    [id],
  );
  await db.query(
    `insert into lock_sync (device_id, org_id, state, confined, told, told_time, synced)
     values ($1, $2, 'synced', true, $3, ${told}, $3)`,
    [id, org_id, held.length],
  );
  await db.query(
    `with c as (select unnest($3::text[]) as number),
       k as (insert into lock_card (device_id, number, rule_id, wanted) select $1, number, $4, true from c)
     insert into device_card (device_id, org_id, number, known, time, command_id) select $1, $2, number, 'told', ${told}, 0 from c`,
    [id, org_id, held, rule_id],
  );
  await db.query(
    `insert into lock_area (device_id, number, rule_id, name, points, wanted, confirmed)
     select $1, n, $2, a ->> 'name', a -> 'points', true, true from jsonb_array_elements($3) with ordinality as x(a, n)`,
    [id, rule_id, JSON.stringify(areas.map(({ name: label, area }) => ({ name: label, points: cornersOf(area) })))],
  );
};
