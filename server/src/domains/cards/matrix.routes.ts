import { type CellStanding, cardMatrix, type SyncCause, type SyncState } from '@plomb/contract/cards/matrix';
import type { InputOf, OutputOf } from '@plomb/contract/kit/call';
import type { Area } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { areaOf } from '../../ingest/fences.ts';
import { connection, seenTime, sleepInterval } from '../../lock/state.ts';
import { contains } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { type CellFacts, cardOpens, cellStanding, isInHours, mayHold } from './cell.ts';
import { asSeenBy, readsNumbers } from './numbers.ts';
import { ruleOrders } from './sync.ts';

type Filter = Pick<
  InputOf<typeof cardMatrix.totals>,
  'keyword' | 'org_id' | 'card_id' | 'rule_id' | 'device_id' | 'state'
>;
type MatrixLock = OutputOf<typeof cardMatrix.lock>['lock'];
type MatrixCard = OutputOf<typeof cardMatrix.card>['card'];
type Totals = OutputOf<typeof cardMatrix.totals>;

/** Locks a card tells of. */
const MOST = 100;
/** Of a part of a file. */
const BLOCK = 50;
const PLACE_MINUTES = 30;

/** What a filter leaves, as texts of SQL over d (device) and c (ic_card), with their values. */
const narrowed = (filter: Filter, ctx: Ctx) => {
  const values: unknown[] = [];
  const typed: string[] = [];
  const put = (value: unknown, type: 'bigint' | 'text'): string => {
    const one = `$${values.push(value)}::${type}`;
    typed.push(one);
    return one;
  };
  const locks: string[] = [
    `d.retired_time is null and (exists (select from lock_sync s where s.device_id = d.id)
      or exists (select from device_card h where h.device_id = d.id)
      or exists (select from command m where m.device_id = d.id and m.kind = 'add_cards' and m.state in ('queued', 'sent')))`,
  ];
  const cards: string[] = ['true'];
  /** a card that a lock holds or is given by hand, or that rules want there */
  const cross = `(exists (select from lock_card k where k.device_id = d.id and k.number = c.ic_no)
    or exists (select from device_card h where h.device_id = d.id and ltrim(h.number, '0') = ltrim(c.ic_no, '0'))
    or exists (select from command m where m.device_id = d.id and m.kind = 'add_cards' and m.state in ('queued', 'sent')
      and m.args -> 'cards' ? c.ic_no))`;
  if (filter.org_id !== undefined) {
    const org = put(filter.org_id, 'bigint');
    locks.push(`d.org_id in (select orgs_below(${org}))`);
    cards.push(`(c.org_id in (select orgs_below(${org})) or c.org_id in (select orgs_above(${org})))`);
  }
  if (filter.device_id !== undefined) {
    const device = put(filter.device_id, 'bigint');
    locks.push(`d.id = ${device}`);
    cards.push(`exists (select from device d where d.id = ${device} and ${cross})`);
  }
  if (filter.card_id !== undefined) {
    const card = put(filter.card_id, 'bigint');
    cards.push(`c.id = ${card}`);
    locks.push(`exists (select from ic_card c where c.id = ${card} and ${cross})`);
  }
  if (filter.rule_id !== undefined) {
    const rule = put(filter.rule_id, 'bigint');
    locks.push(
      `(exists (select from lock_card k where k.device_id = d.id and k.rule_id = ${rule}) or exists (select from lock_area a where a.device_id = d.id and a.rule_id = ${rule}))`,
    );
    cards.push(`exists (select from regional_rule_card x where x.rule_id = ${rule} and x.card_id = c.id)`);
  }
  if (filter.state !== undefined)
    locks.push(`exists (select from lock_sync s where s.device_id = d.id and s.state = ${put(filter.state, 'text')})`);
  if (filter.keyword) {
    const word = put(contains(filter.keyword), 'text');
    const card = `(c.ic_name ilike ${word} or c.card_no ilike ${word}${readsNumbers(ctx) ? ` or c.ic_no ilike ${word}` : ''})`;
    const lock = `(d.sn ilike ${word} or d.device_name ilike ${word} or d.subject ilike ${word})`;
    // of a lock that is named all cards, and of a card that is named all locks
    locks.push(`(${lock} or exists (select from ic_card c where ${card} and ${cross}))`);
    cards.push(`(${card} or not exists (select from ic_card c where ${card}))`);
  }
  // each text names every value: of one that it does not the database could not say what it is
  const named = typed.length > 0 ? ` and num_nulls(${typed.join(', ')}) = 0` : '';
  return { values, locks: locks.join(' and ') + named, cards: cards.join(' and ') + named };
};

const lockColumns = `d.id as device_id, d.sn, d.device_name, d.subject, t.family, l.lock_status, ${connection.replaceAll('s.', 'l.')} as connection,
  case when not c.connected then ${seenTime.replaceAll('s.', 'l.')} + make_interval(secs => ${sleepInterval.replaceAll('s.', 'l.')}) end as wake_time,
  y.state, y.cause, (select count(distinct ltrim(h.number, '0'))::int from device_card h
    where h.device_id = d.id and h.known <> 'perhaps') as cards, c.connected, coalesce(y.confined, false) as confined`;
const lockTables = `device d join device_type t on t.id = d.device_type_id join lock_state l on l.device_id = d.id
  join device_connection c on c.device_id = d.id left join lock_sync y on y.device_id = d.id`;

interface Found extends Omit<MatrixLock, 'wake_time'> {
  wake_time: string | null;
  connected: boolean;
  confined: boolean;
}
const shown = ({ connected: _, confined: __, ...lock }: Found): MatrixLock => {
  const wakes = lock.wake_time !== null && Date.parse(lock.wake_time) > Date.now();
  return { ...lock, wake_time: wakes ? lock.wake_time : null };
};
const locksById = async (ids: readonly number[], { client }: Ctx): Promise<Found[]> => {
  const { rows } = await client.query<Found>(
    `select ${lockColumns} from ${lockTables} join unnest($1::bigint[]) with ordinality n(id, at) on n.id = d.id order by n.at`,
    [ids],
  );
  return rows;
};

const cardColumns = `c.id, c.ic_no, c.ic_name, c.card_no, c.card_type, c.status = 1 and c.removing_time is null as usable,
  exists (select from lock_card k join lock_sync y on y.device_id = k.device_id
    where k.number = c.ic_no and y.state = 'drift') as drift`;

interface Cell {
  device_id: number;
  card_id: number;
  standing: CellStanding;
}
/** Where these locks and these cards cross. */
const factsOf = async (
  client: Ctx['client'],
  locks: readonly number[],
  cards: readonly number[],
): Promise<(Cell & { mayHold: boolean })[]> => {
  const { rows } = await client.query<Omit<Cell, 'standing'> & CellFacts>(
    `with cards as (select id, org_id, ic_no, ltrim(ic_no, '0') as number from ic_card where id = any($2)),
       locks as (select d.id, d.org_id, y.state, y.cause, coalesce(y.confined, false) as confined, n.connected
         from device d join device_connection n on n.device_id = d.id left join lock_sync y on y.device_id = d.id where d.id = any($1)),
       pairs as (
         select k.device_id, c.id as card_id, case when k.wanted then 'wanted' else 'past' end as rule, null::text as known, null::text as kind
           from lock_card k join cards c on c.ic_no = k.number where k.device_id = any($1)
         union all select h.device_id, c.id, null, h.known, null from device_card h join cards c on c.number = ltrim(h.number, '0')
           where h.device_id = any($1)
         union all select m.device_id, c.id, null, null, (array_agg(m.kind order by m.id desc))[1]
           from command m join cards c on m.args -> 'cards' ? c.ic_no
           where m.device_id = any($1) and m.kind in ('add_cards', 'delete_cards') and m.state in ('queued', 'sent')
           group by m.device_id, c.id)
     select p.device_id, p.card_id, max(p.rule) as rule, max(p.known) as known, max(p.kind) as "order",
         l.state, l.cause, l.confined, l.connected
       from pairs p join locks l on l.id = p.device_id join cards c on c.id = p.card_id
      where c.org_id in (select orgs_above(l.org_id))
      group by p.device_id, p.card_id, l.state, l.cause, l.confined, l.connected`,
    [locks, cards],
  );
  return rows.flatMap(({ device_id, card_id, ...facts }) => {
    const standing = cellStanding(facts);
    return standing ? [{ device_id, card_id, standing, mayHold: mayHold(facts) }] : [];
  });
};
const cellsOf = async (...of: Parameters<typeof factsOf>): Promise<Cell[]> =>
  (await factsOf(...of)).map(({ mayHold: _, ...cell }) => cell);

const counted = (cells: readonly Cell[]) => {
  const many = (...standings: CellStanding[]) => cells.filter(({ standing }) => standings.includes(standing)).length;
  return {
    synced: many('synced', 'area'),
    pushing: many('pushing'),
    waits: many('waits'),
    removing: many('removing'),
    drift: many('drift'),
  };
};

const totalsOf = async (filter: Filter, ctx: Ctx): Promise<Totals> => {
  const { client } = ctx;
  const { values, locks, cards } = narrowed(filter, ctx);
  const { rows: some } = await client.query<{ cards: number }>(
    `select count(*)::int as cards from ic_card c where ${cards} and $${values.length + 1}::int is null`,
    [...values, null],
  );
  if (filter.card_id !== undefined) {
    const { rows } = await client.query<{ id: number }>(`select d.id from device d where ${locks}`, values);
    const ids = rows.map(({ id }) => id);
    return { cards: some[0]!.cards, locks: ids.length, ...counted(await cellsOf(client, ids, [filter.card_id])) };
  }
  const { rows } = await client.query<Omit<Totals, 'cards'>>(
    `select count(*)::int as locks,
       coalesce(sum(coalesce(y.synced, (select count(*) from device_card h where h.device_id = d.id and h.known <> 'perhaps'))), 0)::int as synced,
       coalesce(sum(y.pushing) filter (where n.connected), 0)::int as pushing,
       coalesce(sum(y.pushing) filter (where not n.connected), 0)::int as waits, coalesce(sum(y.removing), 0)::int as removing,
       coalesce(sum(y.drift), 0)::int as drift
     from device d join device_connection n on n.device_id = d.id left join lock_sync y on y.device_id = d.id
     where ${locks}`,
    values,
  );
  return { cards: some[0]!.cards, ...rows[0]! };
};

/** A rule's outline, as the platform judges fences. */
const outlineOf = (area: Area) =>
  area.shape === 'circle'
    ? areaOf({ type: 'Point', coordinates: area.centre }, area.radius)
    : areaOf({ type: 'Polygon', coordinates: [[...area.points, area.points[0]!]] }, null);

/** Metres from a place inside an outline to its edge. */
const toEdge = (area: Area, lon: number, lat: number): number => {
  if (area.shape === 'circle')
    return area.radius - areaOf({ type: 'Point', coordinates: area.centre }, 0.001)!(lon, lat);
  return areaOf({ type: 'LineString', coordinates: [...area.points, area.points[0]!] }, 0.001)!(lon, lat);
};

interface Deps {
  /** refuses when whoever is there has not proved afresh who it is */
  confirmed(ctx: Ctx): Promise<void>;
}

export const matrixRoutes = ({ confirmed }: Deps): Served[] => {
  /** Locks with rules, held; one that is out of sight or has none refuses all. */
  const begun = async (ids: readonly number[], ctx: Ctx, permits: readonly (keyof typeof orders)[]): Promise<void> => {
    ctx.concerns(ids);
    const { rows } = await ctx.client.query<{ id: number; sn: string; ruled: boolean }>(
      `select d.id, d.sn, exists (select from lock_sync y where y.device_id = d.id) as ruled from device d
        where d.id = any($1) and d.retired_time is null`,
      [ids],
    );
    ctx.note(rows.map(({ sn }) => sn).join(', '));
    if (rows.length !== new Set(ids).size) throw new Refusal('notFound');
    if (rows.some(({ ruled }) => !ruled)) throw new Refusal('noRuleForLock');
    if (!permits.every((kind) => ctx.operator.grants.has(orders[kind].permit))) throw new Refusal('ruleNotAlone');
    await confirmed(ctx);
  };
  return serve(cardMatrix, {
    async list({ page, size, card_page, card_size, ...filter }, ctx) {
      const { client } = ctx;
      const { values, locks: lockSql, cards: cardSql } = narrowed(filter, ctx);
      const all = `$${values.length + 1}::int`;
      const ids = await client.query<{ id: number; total: number }>(
        `select d.id, count(*) over ()::int as total from device d where ${lockSql} and ${all} is null order by d.sn, d.id
          limit ${size} offset ${(page - 1) * size}`,
        [...values, null],
      );
      const cards = await client.query<MatrixCard & { total: number }>(
        `select ${cardColumns}, p.total from (select c.*, count(*) over ()::int as total from ic_card c
           where ${cardSql} and ${all} is null order by c.ic_name, c.id limit ${card_size} offset ${(card_page - 1) * card_size}) p
         join ic_card c on c.id = p.id order by c.ic_name, c.id`,
        [...values, null],
      );
      /** of a page beyond the last no row tells how many there are */
      const allOf = async (table: string, narrowedBy: string): Promise<number> => {
        const { rows } = await client.query<{ total: number }>(
          `select count(*)::int as total from ${table} where ${narrowedBy} and ${all} is null`,
          [...values, null],
        );
        return rows[0]!.total;
      };
      const locks = await locksById(
        ids.rows.map(({ id }) => id),
        ctx,
      );
      return {
        locks: locks.map(shown),
        total: ids.rows[0]?.total ?? (await allOf('device d', lockSql)),
        cards: cards.rows.map(({ total: _, ...card }) => asSeenBy(ctx, card)),
        card_total: cards.rows[0]?.total ?? (await allOf('ic_card c', cardSql)),
        cells: await cellsOf(
          client,
          locks.map(({ device_id }) => device_id),
          cards.rows.map(({ id }) => id),
        ),
      };
    },
    totals: (filter, ctx) => totalsOf(filter, ctx),
    async lock({ device_id }, ctx) {
      const { client } = ctx;
      const [lock] = await locksById([device_id], ctx);
      if (!lock) throw new Refusal('notFound');
      const { rows } = await client.query<{
        pushes: number;
        confined: boolean;
        told: number | null;
        told_time: string | null;
      }>('select pushes, coalesce(confined, false) as confined, told, told_time from lock_sync where device_id = $1', [
        device_id,
      ]);
      const sync = rows[0] ?? { pushes: 0, confined: false, told: null, told_time: null };
      const { rows: cards } = await client.query<{ id: number; ic_no: string; ic_name: string }>(
        `select c.id, c.ic_no, c.ic_name from ic_card c
          where c.org_id in (select orgs_above((select org_id from device where id = $1))) and (
            c.ic_no in (select number from lock_card where device_id = $1)
            or ltrim(c.ic_no, '0') in (select ltrim(number, '0') from device_card where device_id = $1)
            or exists (select from command m where m.device_id = $1 and m.kind = 'add_cards' and m.state in ('queued', 'sent')
              and m.args -> 'cards' ? c.ic_no))
          order by c.ic_name, c.id`,
        [device_id],
      );
      const cells = await cellsOf(
        client,
        [device_id],
        cards.map(({ id }) => id),
      );
      const at = new Map(cells.map(({ card_id, standing }) => [card_id, standing]));
      const { rows: unknown } = await client.query<{ number: string }>(
        `select distinct number from device_card h where device_id = $1 and known <> 'perhaps'
          and not exists (select from lock_card k where k.device_id = $1 and ltrim(k.number, '0') = ltrim(h.number, '0'))
          and ltrim(number, '0') <> all($2) order by 1`,
        [device_id, cards.map(({ ic_no }) => ic_no.replace(/^0+/, ''))],
      );
      const { rows: areas } = await client.query<OutputOf<typeof cardMatrix.lock>['areas'][number]>(
        `select a.rule_id, r.rule_name, a.name, a.points, a.confirmed, not a.wanted as removing
           from lock_area a join regional_rule r on r.id = a.rule_id where a.device_id = $1 order by a.number`,
        [device_id],
      );
      const listed = cells.filter(({ standing }) => standing !== 'removing' && standing !== 'doubt').length;
      return {
        lock: shown(lock),
        listed,
        ...sync,
        cards: cards.flatMap(({ id, ic_no, ic_name }) => {
          const standing = at.get(id);
          return standing ? [asSeenBy(ctx, { card_id: id, ic_no, ic_name, standing })] : [];
        }),
        unknown: unknown.map(({ number }) => asSeenBy(ctx, { ic_no: number }).ic_no),
        areas,
      };
    },
    async card({ id }, ctx) {
      const { client } = ctx;
      const { rows: found } = await client.query<MatrixCard>(`select ${cardColumns} from ic_card c where c.id = $1`, [
        id,
      ]);
      const card = found[0];
      if (!card) throw new Refusal('notFound');
      const { rows: rules } = await client.query<
        OutputOf<typeof cardMatrix.card>['rules'][number] & { org_id: number; all_devices: boolean }
      >(
        `select r.id, r.rule_name, r.in_force, r.areas, r.until_time, r.hours from regional_rule r
           join regional_rule_card x on x.rule_id = r.id where x.card_id = $1 and r.removing_time is null order by r.id`,
        [id],
      );
      const { values, locks: lockSql } = narrowed({ card_id: id }, ctx);
      const { rows: ids } = await client.query<{ id: number }>(
        `select d.id from device d where ${lockSql} order by d.sn`,
        values,
      );
      const cells = await factsOf(
        client,
        ids.map((one) => one.id),
        [id],
      );
      const at = new Map(cells.map((cell) => [cell.device_id, cell]));
      const { rows: places } = await client.query<{
        device_id: number;
        sn: string;
        device_name: string;
        subject: string;
        lock_status: 0 | 1 | 2 | 3 | 255;
        connection: MatrixLock['connection'];
        lon: number | null;
        lat: number | null;
        fresh: boolean;
        state: SyncState | null;
        cause: SyncCause | null;
        confined: boolean;
        kept: { name: string; points: [number, number][] }[];
        unsure: boolean;
        ruled: number | null;
        rules: number[];
      }>(
        `select d.id as device_id, d.sn, d.device_name, d.subject, l.lock_status, l.lon, l.lat,
           ${connection.replaceAll('s.', 'l.')} as connection,
           coalesce(l.place_time > now() - make_interval(mins => ${PLACE_MINUTES}), false) as fresh, y.state, y.cause,
           coalesce(y.confined, false) as confined,
           coalesce((select jsonb_agg(jsonb_build_object('name', a.name, 'points', a.points)) from lock_area a
             where a.device_id = d.id and a.confirmed), '[]') as kept,
           exists (select from lock_area a where a.device_id = d.id and not a.confirmed) as unsure,
           (select k.rule_id from lock_card k where k.device_id = d.id and k.wanted and k.number = $2) as ruled,
           array(select r.id from regional_rule r join regional_rule_card x on x.rule_id = r.id and x.card_id = $3
             where r.in_force and r.org_id in (select orgs_above(d.org_id)) and (r.all_devices
               or exists (select from regional_rule_device e where e.rule_id = r.id and e.device_id = d.id))) as rules
         from ${lockTables} where d.id = any($1)`,
        [[...at.keys()], card.ic_no, id],
      );
      const now = Date.now();
      const outlines = new Map(
        rules.map((rule) => [rule.id, rule.areas.map(({ name, area }) => ({ name, area, at: outlineOf(area) }))]),
      );
      const hoursOf = new Map(rules.map((rule) => [rule.id, rule.hours]));
      const locks = places.map(
        ({ fresh, state, cause: _, confined, kept, unsure, ruled, rules: its, lon, lat, ...lock }) => {
          const { standing, mayHold } = at.get(lock.device_id)!;
          const isPlaced = lon !== null && lat !== null;
          const metres = (area: ReturnType<typeof areaOf>) =>
            isPlaced && area ? area(lon, lat) : Number.POSITIVE_INFINITY;
          const inKept = kept.some(({ points }) => metres(outlineOf({ shape: 'polygon', points })) === 0);
          const inLock = fresh && isPlaced && (inKept || !unsure) ? inKept : null;
          const here = its.filter((rule) => outlines.get(rule)?.some((area) => metres(area.at) === 0));
          const nearest = its
            .flatMap((rule) => outlines.get(rule) ?? [])
            .map(({ name, area, at: from }) => ({ name, area, metres: metres(from) }))
            .sort((a, b) => a.metres - b.metres)[0];
          return {
            ...lock,
            ...{ lon, lat, standing },
            opens: cardOpens({
              ...{ standing, mayHold, confined, inLock },
              drift: state === 'drift',
              inRule: here.length > 0,
              ruled: ruled !== null,
              inHours: here.some((rule) => isInHours(hoursOf.get(rule) ?? null, now)),
            }),
            area: nearest?.name ?? '',
            metres:
              isPlaced && nearest && Number.isFinite(nearest.metres)
                ? Math.round(nearest.metres === 0 ? toEdge(nearest.area, lon, lat) : -nearest.metres)
                : null,
          };
        },
      );
      const order = ['opens', 'everywhere', 'elsewhere', 'hours', 'uncertain', 'outside', 'no'];
      locks.sort((a, b) => order.indexOf(a.opens) - order.indexOf(b.opens) || a.sn.localeCompare(b.sn));
      const { rows: last } = await client.query<NonNullable<OutputOf<typeof cardMatrix.card>['last']>>(
        `select e.device_id, d.sn, d.subject, e.at as time from lock_event e join device d on d.id = e.device_id
          where e.device_id = any($1) and ltrim(e.actor, '0') = ltrim($2, '0') order by e.at desc limit 1`,
        [[...at.keys()], card.ic_no],
      );
      return {
        card: asSeenBy(ctx, card),
        rules: rules.map(({ hours, ...rule }) => ({ ...rule, hours: hours ?? null })),
        locks: locks.slice(0, MOST),
        ...counted(cells),
        lock_count: cells.length,
        last: last[0] ?? null,
        more: locks.length > MOST,
      };
    },
    async read({ device_ids }, ctx) {
      await begun(device_ids, ctx, ['query_cards']);
      await ctx.client.query('select sync_again($1, false)', [device_ids]);
      return {};
    },
    async push({ device_ids }, ctx) {
      await begun(device_ids, ctx, ruleOrders);
      await ctx.client.query('select sync_again($1, true)', [device_ids]);
      return {};
    },
    export: (input, ctx) => exported(input, ctx),
  });
};

async function* exported(filter: Filter, ctx: Ctx): FileRows {
  const { values, locks: lockSql, cards: cardSql } = narrowed(filter, ctx);
  const bound = [...values, null];
  const unbound = `$${bound.length}::int is null`;
  const { rows: cards } = await ctx.client.query<{ id: number; ic_no: string; ic_name: string; card_no: string }>(
    `select c.id, c.ic_no, c.ic_name, c.card_no from ic_card c where ${cardSql} and ${unbound} order by c.ic_name, c.id`,
    bound,
  );
  const byId = new Map(cards.map((card) => [card.id, asSeenBy(ctx, card)]));
  const { rows: locks } = await ctx.client.query<{ id: number; sn: string; device_name: string; subject: string }>(
    `select d.id, d.sn, d.device_name, d.subject from device d where ${lockSql} and ${unbound} order by d.sn, d.id`,
    bound,
  );
  for (let from = 0; from < locks.length; from += BLOCK) {
    const part = locks.slice(from, from + BLOCK);
    const cells = await cellsOf(
      ctx.client,
      part.map(({ id }) => id),
      [...byId.keys()],
    );
    yield part.flatMap(({ id, ...lock }) =>
      cells
        .filter(({ device_id }) => device_id === id)
        .map(({ card_id, standing }) => {
          const { id: _, ...card } = byId.get(card_id)!;
          return { id, ...lock, ...card, standing };
        }),
    );
  }
}
