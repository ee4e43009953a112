import { cardMatrix, type SyncState } from '@plomb/contract/cards/matrix';
import type { OutputOf } from '@plomb/contract/kit/call';
import type { Area } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { areaOf } from '../../ingest/fences.ts';
import { type AreaOrder, keepsUnseen } from '../../ingest/swipe.ts';
import { alsoSeeing } from '../../lock/alsoSeeing.ts';
import { connection } from '../../lock/state.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { cardOpens, isInHours } from './cell.ts';
import {
  cardColumns,
  cellsOf,
  counted,
  type Filter,
  factsOf,
  isCardOf,
  locksById,
  lockTables,
  type MatrixCard,
  type MatrixLock,
  narrowed,
  totalsOf,
  withDrift,
} from './matrixRows.ts';
import { asSeenBy } from './numbers.ts';
import { straysIn } from './strays.ts';
import { ruleOrders } from './sync.ts';

/** Locks a card tells of. */
const MOST = 100;
/** Of a part of a file. */
const BLOCK = 50;
export const PLACE_MINUTES = 30;

/** A rule's outline, as the platform judges fences. */
export const outlineOf = (area: Area) =>
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
      const { values, locks: lockSql, cards: cardSql } = await narrowed(filter, ctx);
      const all = `$${values.length + 1}::int`;
      const ids = await client.query<{ id: number; total: number }>(
        `select d.id, count(*) over ()::int as total from device d where ${lockSql} and ${all} is null order by d.sn, d.id
          limit ${size} offset ${(page - 1) * size}`,
        [...values, null],
      );
      const cards = await client.query<Omit<MatrixCard, 'drift'> & { total: number }>(
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
        locks,
        total: ids.rows[0]?.total ?? (await allOf('device d', lockSql)),
        cards: (await withDrift(client, cards.rows)).map(({ total: _, ...card }) => asSeenBy(ctx, card)),
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
          where ${isCardOf('$1')}
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
          and not exists (select from lock_card k where k.device_id = $1 and ltrim(k.number, '0') = h.digits)
          and not exists (select from ic_card o where o.digits = h.digits) order by 1`,
        [device_id],
      );
      const { rows: areas } = await client.query<OutputOf<typeof cardMatrix.lock>['areas'][number]>(
        `select a.rule_id, r.rule_name, a.name, a.points, a.confirmed, not a.wanted as removing
           from lock_area a join regional_rule r on r.id = a.rule_id where a.device_id = $1 order by a.number`,
        [device_id],
      );
      const listed = cells.filter(({ standing }) => standing !== 'removing' && standing !== 'doubt').length;
      return {
        lock,
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
      const { rows: found } = await client.query<Omit<MatrixCard, 'drift'>>(
        `select ${cardColumns} from ic_card c where c.id = $1`,
        [id],
      );
      const [card] = await withDrift(client, found);
      if (!card) throw new Refusal('notFound');
      const { values, locks: lockSql } = await narrowed({ card_id: id }, ctx);
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
      // what a rule out of sight says of a card in sight counts, and is not told
      const { rows: above } = await client.query<{ id: number }>(
        `select distinct a as id from (select distinct org_id from device where id = any($1)) o, orgs_above(o.org_id) a`,
        [[...at.keys()]],
      );
      const seeing = <T>(work: () => Promise<T>) =>
        alsoSeeing(
          client,
          above.map((org) => org.id),
          ctx.operator.orgIds,
          work,
        );
      const { rows: known } = await seeing(() =>
        client.query<OutputOf<typeof cardMatrix.card>['rules'][number] & { org_id: number }>(
          `select r.id, r.rule_name, r.in_force, r.areas, r.until_time, r.hours, r.org_id from regional_rule r
             join regional_rule_card x on x.rule_id = r.id where x.card_id = $1 and r.removing_time is null order by r.id`,
          [id],
        ),
      );
      const rules = known.filter(({ org_id }) => ctx.operator.orgIds.includes(org_id));
      const seen = new Set(rules.map((rule) => rule.id));
      const { rows: places } = await seeing(() =>
        client.query<{
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
          confined: boolean;
          unsure: boolean;
          frozen: boolean;
          ruled: number | null;
          rules: number[];
        }>(
          `with its as materialized (select o.org_id, r.id as rule_id, r.all_devices
             from (select distinct org_id from device where id = any($1)) o, orgs_above(o.org_id) a
               join regional_rule r on r.org_id = a and r.in_force join regional_rule_card x on x.rule_id = r.id and x.card_id = $3)
         select d.id as device_id, d.sn, d.device_name, d.subject, l.lock_status, l.lon, l.lat,
           ${connection.replaceAll('s.', 'l.')} as connection,
           coalesce(l.place_time > now() - make_interval(mins => ${PLACE_MINUTES}), false) as fresh, y.state,
           coalesce(y.confined, false) as confined,
           exists (select from lock_area a where a.device_id = d.id and not a.confirmed) as unsure, z.frozen,
           (select k.rule_id from lock_card k where k.device_id = d.id and k.wanted and k.number = $2) as ruled,
           coalesce((select array_agg(i.rule_id) from its i where i.org_id = d.org_id and (i.all_devices
             or exists (select from regional_rule_device e where e.rule_id = i.rule_id and e.device_id = d.id))), '{}') as rules
         from ${lockTables}
           join (select o.org_id, is_frozen(o.org_id) as frozen from (select distinct org_id from device where id = any($1)) o) z on z.org_id = d.org_id
         where d.id = any($1)`,
          [[...at.keys()], card.ic_no, id],
        ),
      );
      // the same corners in thousands of locks are read once
      const { rows: outlinesKept } = await client.query<{ points: [number, number][]; device_ids: number[] }>(
        'select points, array_agg(device_id) as device_ids from lock_area where device_id = any($1) and confirmed group by points',
        [[...at.keys()]],
      );
      const kept = new Map<number, ReturnType<typeof outlineOf>[]>();
      for (const { points, device_ids } of outlinesKept) {
        const outline = outlineOf({ shape: 'polygon', points });
        for (const lock of device_ids) kept.set(lock, [...(kept.get(lock) ?? []), outline]);
      }
      const now = Date.now();
      // areas set by hand, or by whoever had the lock before: it opens there too, and nobody here knows where that is
      const { rows: areaOrders } = await client.query<AreaOrder & { device_id: number }>(
        `select device_id, kind, number, date_part('epoch', at) * 1000 as at, sure, own from area_orders_seen($1::bigint[])`,
        [[...at.keys()]],
      );
      const unseenBy = Map.groupBy(areaOrders, ({ device_id }) => device_id);
      const outlines = new Map(
        known.map((rule) => [rule.id, rule.areas.map(({ name, area }) => ({ name, area, at: outlineOf(area) }))]),
      );
      const hoursOf = new Map(known.map((rule) => [rule.id, rule.hours]));
      const locks = places.map(({ fresh, state, confined, unsure, frozen, ruled, rules: its, lon, lat, ...lock }) => {
        const { standing, mayHold } = at.get(lock.device_id)!;
        const isPlaced = lon !== null && lat !== null;
        const metres = (area: ReturnType<typeof areaOf>) =>
          isPlaced && area ? area(lon, lat) : Number.POSITIVE_INFINITY;
        const inKept = (kept.get(lock.device_id) ?? []).some((outline) => metres(outline) === 0);
        const isUnseen = keepsUnseen(unseenBy.get(lock.device_id) ?? [], now);
        const inLock = fresh && isPlaced && (inKept || !(unsure || isUnseen)) ? inKept : null;
        const here = its.filter((rule) => outlines.get(rule)?.some((area) => metres(area.at) === 0));
        const nearest = its
          .filter((rule) => seen.has(rule))
          .flatMap((rule) => outlines.get(rule) ?? [])
          .map(({ name, area, at: from }) => ({ name, area, metres: metres(from) }))
          .sort((a, b) => a.metres - b.metres)[0];
        return {
          ...lock,
          ...{ lon, lat, standing },
          opens: cardOpens({
            ...{ standing, mayHold, confined, inLock, frozen },
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
      });
      const order = ['opens', 'everywhere', 'frozen', 'elsewhere', 'hours', 'uncertain', 'outside', 'no'];
      locks.sort((a, b) => order.indexOf(a.opens) - order.indexOf(b.opens) || a.sn.localeCompare(b.sn));
      const { rows: last } = await client.query<NonNullable<OutputOf<typeof cardMatrix.card>['last']>>(
        `select d.id as device_id, d.sn, d.subject, u.at as time from last_use_of_card(ltrim($2, '0'), $1) u join device d on d.id = u.device_id`,
        [[...at.keys()], card.ic_no],
      );
      const inDrift = places.flatMap(({ device_id, state }) => (state === 'drift' ? [device_id] : []));
      return {
        card: asSeenBy(ctx, card),
        rules: rules.map(({ hours, org_id: _, ...rule }) => ({ ...rule, hours: hours ?? null })),
        locks: locks.slice(0, MOST),
        ...counted(cells.map(({ standing }) => ({ standing, many: 1 }))),
        lock_count: cells.length,
        drifting: inDrift.length,
        in_drift: inDrift.slice(0, MOST),
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
  const { values, locks: lockSql, cards: cardSql, someCards } = await narrowed(filter, ctx);
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
    const ids = part.map(({ id }) => id);
    const cells = await cellsOf(ctx.client, ids, [...byId.keys()]);
    const isOfLock = filter.device_id !== undefined && filter.card_id === undefined && filter.rule_id === undefined;
    const strays = someCards && !isOfLock ? [] : await straysIn(ids, ctx);
    yield part.flatMap(({ id, ...lock }) => [
      ...cells
        .filter(({ device_id }) => device_id === id)
        .map(({ card_id, standing }) => {
          const { id: _, ...card } = byId.get(card_id)!;
          return { id, ...lock, ...card, standing };
        }),
      // numbers that no record has
      ...strays
        .filter(({ device_id, card, stands }) => device_id === id && !card.registered && stands.standing !== null)
        .map(({ card, stands }) => ({
          id,
          ...lock,
          ic_no: card.ic_no,
          ic_name: '',
          card_no: '',
          standing: stands.standing,
        })),
    ]);
  }
}
