import type { NamedArea } from '@plomb/contract/lock/outline';
import type { ClientBase } from 'pg';

interface Example {
  holder: string;
  /** the organisation's own who agreed, as far as they did */
  first?: string;
  second?: string;
  orders: 'seal' | 'unseal';
  /** in the order of their numbers, from this one on */
  devices: [from: number, count: number];
  /** this one instead, by its serial number */
  lock?: string;
  /** hours from now; null: permanent */
  from: number;
  until: number | null;
  state: string;
  /** hours ago it was asked for, decided, and has ended */
  asked: number;
  decided?: number;
  ended?: { hours: number; cause?: string; by?: string };
  reason: string;
  /** openings it is good for */
  uses?: number;
  /** it opens inside them alone */
  areas?: NamedArea[];
}

const cardLock = '8002100011';

/** What friends hold, held and ask for of the demonstration's devices. */
const examples: Example[] = [
  {
    ...{ holder: 'lin.tao', first: 'demo', second: 'duty', orders: 'unseal', devices: [20, 3], from: -30, until: 90 },
    ...{ state: 'active', asked: 34, decided: 30, uses: 3, reason: '太仓港联合查验' },
    areas: [
      { name: '太仓港查验场', area: { shape: 'circle', centre: [121.227, 31.655], radius: 3000 } },
      {
        name: '外高桥卡口',
        area: {
          shape: 'polygon',
          points: [
            [121.57, 31.34],
            [121.63, 31.34],
            [121.63, 31.38],
            [121.57, 31.38],
          ],
        },
      },
    ],
  },
  {
    ...{ holder: 'marta.k', first: 'duty', second: 'demo', orders: 'seal', devices: [24, 2], from: -2000, until: null },
    ...{ state: 'active', asked: 2010, decided: 2000, reason: 'Seals at the rail terminal, every week' },
  },
  {
    ...{
      holder: 'marta.k',
      first: 'demo',
      second: 'duty',
      orders: 'unseal',
      devices: [26, 2],
      from: -400,
      until: -232,
    },
    ...{ state: 'expired', asked: 404, decided: 401, ended: { hours: 232 }, reason: 'Transfer of two containers' },
  },
  {
    ...{ holder: 'lin.tao', first: 'duty', second: 'demo', orders: 'unseal', devices: [28, 1], from: -200, until: 300 },
    ...{
      state: 'ended',
      asked: 205,
      decided: 201,
      ended: { hours: 40, cause: 'revoked', by: '陈立' },
      reason: '临时开箱',
    },
  },
  // on a lock whose cards open inside a port: who opens it today, and who from in an hour on
  {
    ...{ holder: 'lin.tao', first: 'duty', second: 'demo', orders: 'unseal', devices: [0, 1], lock: cardLock },
    ...{ from: -20, until: 30, state: 'active', asked: 24, decided: 21, uses: 2, reason: '码头联合查验' },
  },
  {
    ...{ holder: 'marta.k', first: 'demo', second: 'duty', orders: 'unseal', devices: [0, 1], lock: cardLock },
    ...{ from: 1, until: 13, state: 'active', asked: 9, decided: 6, reason: 'Night shift takes over the box' },
  },
  {
    ...{ holder: 'lin.tao', orders: 'unseal', devices: [30, 2], from: 4, until: 160 },
    ...{ state: 'pending_first', asked: 5, reason: '周末由我方人员值守三号卡口' },
  },
  {
    ...{ holder: 'marta.k', first: 'duty', orders: 'unseal', devices: [33, 1], from: -1, until: null },
    ...{ state: 'pending_second', asked: 9, decided: 7, reason: 'Night shift at the terminal' },
  },
];

const ago = (hours: string) => `now() - make_interval(hours => ${hours})`;

/** Rights between an organisation and the friends of its people: asked for, active, permanent, expired and ended. */
export const seedAuthorisations = async (db: ClientBase, org: number): Promise<void> => {
  // their numbers follow the time they were asked for
  for (const one of [...examples].sort((a, b) => b.asked - a.asked)) {
    const { rows } = await db.query<{ id: number }>(
      `with recursive below as (
         select id from organisation where id = $1 union all select o.id from organisation o join below b on o.parent_id = b.id),
       lock as (select d.id, d.sn from device d where d.org_id in (select id from below) and d.device_state = 'in_use' and not d.lost
         and ($19::text is null or d.sn = $19)
         order by d.sn offset $2 limit $3),
       made as (
         insert into authorisation (org_id, org_name, friend_id, holder_id, holder_name, holder_login, holder_org, asked, orders,
           from_time, until_time, reason, is_direct, needs_second, state, create_time, step_time, first_id, first_name, first_time,
           second_id, second_name, second_time, end_time, end_cause, end_by, max_uses, areas)
         select g.id, g.org_name, demo.id, h.id, h.oper_name, h.login_name, hg.org_name, array(select sn from lock), $4,
           ${ago('-$5::int')}, ${ago('-$6::int')}, $7, false, true, $8, ${ago('$9::int')}, ${ago('coalesce($10::int, $9::int)')},
           f.id, coalesce(f.oper_name, ''), case when f.id is not null then ${ago('$10::int')} end,
           s.id, coalesce(s.oper_name, ''), case when s.id is not null then ${ago('$10::int')} end, ${ago('$11::int')}, $12, $13, $17, $18::jsonb
         from organisation g, operator demo, operator h join organisation hg on hg.id = h.org_id
           left join operator f on f.login_name = $15 left join operator s on s.login_name = $16
         where g.id = $1 and demo.login_name = 'demo' and h.login_name = $14 returning id)
       insert into authorisation_device (authorisation_id, device_id, sn) select made.id, lock.id, lock.sn from made, lock
       returning authorisation_id as id`,
      [
        ...[
          org,
          ...one.devices,
          one.orders,
          one.from,
          one.until,
          one.reason,
          one.state,
          one.asked,
          one.decided ?? null,
        ],
        ...[one.ended?.hours ?? null, one.ended?.cause ?? null, one.ended?.by ?? '', one.holder],
        ...[
          one.first ?? null,
          one.second ?? null,
          one.uses ?? null,
          one.areas ? JSON.stringify(one.areas) : null,
          one.lock ?? null,
        ],
      ],
    );
    if (rows.length === 0) throw new Error(`no authorisation for ${one.reason}`);
  }
};
