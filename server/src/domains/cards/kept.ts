import type { RuleArea } from '@plomb/contract/cards/rules';
import type { LockFamily } from '@plomb/contract/lock/codes';
import type { ClientBase } from 'pg';
import { cornersOf } from './corners.ts';
import type { Kept, Outline } from './sync.ts';

export interface Device {
  id: number;
  org_id: number;
  family: LockFamily;
  usable: boolean;
  /** a frozen period of its organisation, or of one above, holds */
  frozen: boolean;
}
interface Wanted {
  cards: { number: string; rule_id: number }[];
  areas: (Outline & { rule_id: number })[];
}

/** What the rules in force want of a lock: each card once, and every area of theirs. */
export const wantedOf = async (client: ClientBase, { id, org_id }: Device): Promise<Wanted> => {
  const { rows } = await client.query<{ id: number; areas: RuleArea[]; numbers: string[] }>(
    `select r.id, r.areas, array(
         select c.ic_no from regional_rule_card x join ic_card c on c.id = x.card_id
          where x.rule_id = r.id and c.status = 1 and c.removing_time is null and c.org_id in (select orgs_above($2))
          order by c.ic_no) as numbers
       from regional_rule r
      where r.in_force and r.org_id in (select orgs_above($2))
        and (r.all_devices or exists (select from regional_rule_device x where x.rule_id = r.id and x.device_id = $1))
      order by r.id`,
    [id, org_id],
  );
  const cards = new Map<string, number>();
  const areas: Wanted['areas'] = [];
  for (const rule of rows.filter(({ numbers }) => numbers.length > 0)) {
    for (const number of rule.numbers) if (!cards.has(number)) cards.set(number, rule.id);
    for (const { name, area } of rule.areas) areas.push({ rule_id: rule.id, name, points: cornersOf(area) });
  }
  return { cards: [...cards].map(([number, rule_id]) => ({ number, rule_id })), areas };
};

const same = (one: Outline, other: Outline): boolean =>
  one.name === other.name && JSON.stringify(one.points) === JSON.stringify(other.points);

/** Which number a lock keeps each outline under: those it has stay, new ones take what is free, or else not wanted any more. */
export const numbered = (
  kept: readonly (Kept & { rule_id: number })[],
  wanted: readonly (Outline & { rule_id: number })[],
): (Kept & { rule_id: number })[] => {
  const stays = new Map<number, Kept & { rule_id: number }>();
  const comes: (Outline & { rule_id: number })[] = [];
  for (const one of wanted) {
    const found = kept.find((area) => !stays.has(area.number) && same(area, one));
    if (found) stays.set(found.number, { ...found, wanted: true, rule_id: one.rule_id });
    else comes.push(one);
  }
  for (const one of comes) {
    const open = Array.from({ length: 10 }, (_, at) => at + 1).filter((free) => !stays.has(free));
    const number = open.find((free) => !kept.some((area) => area.number === free)) ?? open[0];
    if (number === undefined) break; // more than it has room for: told as such
    stays.set(number, { ...one, number, wanted: true, confirmed: false });
  }
  const past = kept.filter(({ number }) => !stays.has(number)).map((area) => ({ ...area, wanted: false }));
  return [...stays.values(), ...past].sort((a, b) => a.number - b.number);
};

/** Keeps what is wanted now; `isNew`: it is another than before. */
export const keep = async (
  client: ClientBase,
  deviceId: number,
  wanted: Wanted,
): Promise<{ areas: (Kept & { rule_id: number })[]; isNew: boolean }> => {
  const { rows: changed } = await client.query<{ cards: number }>(
    `with w as (select * from unnest($2::text[], $3::bigint[]) as w(number, rule_id)),
       gone as (update lock_card k set wanted = false
         where device_id = $1 and wanted and not exists (select from w where w.number = k.number) returning number),
       come as (insert into lock_card as k (device_id, number, rule_id, wanted) select $1, number, rule_id, true from w
         on conflict (device_id, number) do update set wanted = true, rule_id = excluded.rule_id
           where not k.wanted or k.rule_id <> excluded.rule_id returning number)
     select ((select count(*) from gone) + (select count(*) from come))::int as cards`,
    [deviceId, wanted.cards.map(({ number }) => number), wanted.cards.map(({ rule_id }) => rule_id)],
  );
  const { rows } = await client.query<Kept & { rule_id: number }>(
    'select number, rule_id, name, points, wanted, confirmed from lock_area where device_id = $1 order by number',
    [deviceId],
  );
  const areas = numbered(rows, wanted.areas);
  await client.query(
    `insert into lock_area (device_id, number, rule_id, name, points, wanted, confirmed)
       select $1, number, rule_id, name, points, wanted, confirmed
         from jsonb_to_recordset($2) as a(number smallint, rule_id bigint, name text, points jsonb, wanted boolean, confirmed boolean)
       on conflict (device_id, number) do update set rule_id = excluded.rule_id, name = excluded.name, points = excluded.points,
         wanted = excluded.wanted, confirmed = excluded.confirmed`,
    [deviceId, JSON.stringify(areas)],
  );
  const isKept = (area: Kept) =>
    rows.some((row) => row.number === area.number && row.wanted === area.wanted && same(row, area));
  // what was never sent is not in the lock
  const { rows: unsent } = await client.query<{ number: number }>(
    `delete from lock_area a where device_id = $1 and not wanted and not confirmed and not exists (select from command c
        where c.device_id = a.device_id and c.kind = 'set_area' and (c.args ->> 'number')::int = a.number
          and (c.attempt > 0 or c.state in ('queued', 'sent'))) returning number`,
    [deviceId],
  );
  return {
    areas: areas.filter(({ number }) => !unsent.some((one) => one.number === number)),
    isNew: changed[0]!.cards > 0 || !areas.every(isKept),
  };
};

export interface Standing {
  missing: { number: string; rule_id: number }[];
  leaving: { number: string; rule_id: number }[];
  /** it said yes to losing them, and its list was not read since */
  unproved: number;
  wanted: number;
  listed: number;
}
/** How the cards stand that rules want, and how many our list has: those, and those of records that were given by hand. */
export const standingOf = async (
  client: ClientBase,
  { id, org_id }: Device,
  { unread }: { unread: boolean },
): Promise<Standing> => {
  // what came by a rule and is not in its list any more has gone; of what may have come nobody knows yet
  await client.query(
    `delete from lock_card k where device_id = $1 and not wanted and not exists (select from device_card h
        where h.device_id = k.device_id and ltrim(h.number, '0') = ltrim(k.number, '0'))
       and not exists (select from command c where c.device_id = k.device_id and c.kind = 'add_cards' and c.state in ('queued', 'sent')
         and c.args -> 'cards' ? k.number)
       and not ($2 and exists (select from command c where c.device_id = k.device_id and c.kind in ('add_cards', 'delete_cards')
         and c.attempt > 0 and c.args -> 'cards' ? k.number))`,
    [id, unread],
  );
  const { rows } = await client.query<{
    number: string;
    rule_id: number;
    wanted: boolean;
    known: boolean;
    held: boolean;
  }>(
    `select k.number, k.rule_id, k.wanted, exists (select from device_card h where h.device_id = k.device_id
        and ltrim(h.number, '0') = ltrim(k.number, '0')) as held, exists (select from device_card h where h.device_id = k.device_id and h.known <> 'perhaps'
        and ltrim(h.number, '0') = ltrim(k.number, '0')) as known
       from lock_card k where k.device_id = $1 order by k.rule_id, k.number`,
    [id],
  );
  const { rows: counted } = await client.query<{ listed: number }>(
    `select count(distinct ltrim(h.number, '0'))::int as listed from device_card h
      where h.device_id = $1 and h.known <> 'perhaps' and (
        exists (select from lock_card k where k.device_id = h.device_id and ltrim(k.number, '0') = ltrim(h.number, '0'))
        or exists (select from ic_card c where c.org_id in (select orgs_above($2)) and ltrim(c.ic_no, '0') = ltrim(h.number, '0')))`,
    [id, org_id],
  );
  return {
    missing: rows.filter(({ wanted, known }) => wanted && !known),
    leaving: rows.filter(({ wanted, held }) => !wanted && held),
    unproved: rows.filter(({ wanted, held }) => !wanted && !held).length,
    wanted: rows.filter(({ wanted }) => wanted).length,
    listed: counted[0]!.listed,
  };
};
