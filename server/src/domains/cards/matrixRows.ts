import { type CellStanding, type cardMatrix, cellStandings } from '@plomb/contract/cards/matrix';
import type { InputOf, OutputOf } from '@plomb/contract/kit/call';
import { connection, seenTime, sleepInterval } from '../../lock/state.ts';
import { contains } from '../../platform/crud.ts';
import type { Ctx } from '../../platform/serve.ts';
import { type CellFacts, cellStanding, mayHold } from './cell.ts';
import { readsNumbers } from './numbers.ts';
import { cardsBefore } from './strays.ts';

export type Filter = Pick<
  InputOf<typeof cardMatrix.totals>,
  'keyword' | 'org_id' | 'card_id' | 'rule_id' | 'device_id' | 'state'
>;
export type MatrixLock = OutputOf<typeof cardMatrix.lock>['lock'];
export type MatrixCard = OutputOf<typeof cardMatrix.card>['card'];
type Totals = OutputOf<typeof cardMatrix.totals>;

/** An order that gives or takes cards and has not ended, as m. */
const isGiven = "m.kind = 'add_cards' and m.state in ('queued', 'sent')";
/** Locks that hold one of these cards, or are to. */
const locksOf = (cards: string): string => `
  select k.device_id from lock_card k join ic_card c on c.ic_no = k.number where c.id = any(${cards})
  union all select h.device_id from device_card h join ic_card c on c.digits = h.digits where c.id = any(${cards})
  union all select m.device_id from command m join ic_card c on m.args -> 'cards' ? c.ic_no where c.id = any(${cards}) and ${isGiven}`;
/** Whether a card c is one of those that a lock holds, or is to. */
export const isCardOf = (lock: string): string => `(c.ic_no in (select number from lock_card where device_id = ${lock})
  or c.digits in (select digits from device_card where device_id = ${lock})
  or c.ic_no in (select jsonb_array_elements_text(m.args -> 'cards') from command m where m.device_id = ${lock} and ${isGiven}))`;

interface Narrowed {
  values: unknown[];
  /** texts of SQL over d (device) and c (ic_card); each names every value */
  locks: string;
  cards: string;
  /** not all cards of its locks are meant */
  someCards: boolean;
}

/** What a filter leaves. */
export const narrowed = async (filter: Filter, ctx: Ctx): Promise<Narrowed> => {
  const values: unknown[] = [];
  const typed: string[] = [];
  const put = (value: unknown, type: 'bigint' | 'bigint[]' | 'text'): string => {
    const one = `$${values.push(value)}::${type}`;
    typed.push(one);
    return one;
  };
  const locks: string[] = [
    `d.retired_time is null and (exists (select from lock_sync s where s.device_id = d.id)
      or exists (select from device_card h where h.device_id = d.id)
      or d.id in (select m.device_id from command m where ${isGiven}))`,
  ];
  const cards: string[] = ['true'];
  if (filter.org_id !== undefined) {
    const org = put(filter.org_id, 'bigint');
    locks.push(`d.org_id in (select orgs_below(${org}))`);
    cards.push(`(c.org_id in (select orgs_below(${org})) or c.org_id in (select orgs_above(${org})))`);
  }
  if (filter.device_id !== undefined) {
    const device = put(filter.device_id, 'bigint');
    locks.push(`d.id = ${device}`);
    cards.push(isCardOf(device));
  }
  if (filter.card_id !== undefined) {
    const card = put([filter.card_id], 'bigint[]');
    cards.push(`c.id = any(${card})`);
    locks.push(`d.id in (${locksOf(card)})`);
  }
  if (filter.rule_id !== undefined) {
    const rule = put(filter.rule_id, 'bigint');
    locks.push(
      `(exists (select from lock_area a where a.rule_id = ${rule} and a.device_id = d.id)
        or exists (select from lock_card k where k.rule_id = ${rule} and k.device_id = d.id))`,
    );
    cards.push(`c.id in (select card_id from regional_rule_card where rule_id = ${rule})`);
  }
  if (filter.state !== undefined)
    locks.push(`d.id in (select device_id from lock_sync where state = ${put(filter.state, 'text')})`);
  let isOfCards = false;
  if (filter.keyword) {
    const word = contains(filter.keyword);
    const { rows } = await ctx.client.query<{ id: number }>(
      'select id from ic_card where ic_name ilike $1 or card_no ilike $1 or $2 and ic_no ilike $1',
      [word, readsNumbers(ctx)],
    );
    isOfCards = rows.length > 0;
    const text = put(word, 'text');
    const lock = `d.sn ilike ${text} or d.device_name ilike ${text} or d.subject ilike ${text}`;
    // of a lock that is named all cards, and of a card that is named all locks
    if (isOfCards) {
      const named = put(
        rows.map(({ id }) => id),
        'bigint[]',
      );
      locks.push(`(${lock} or d.id in (${locksOf(named)}))`);
      cards.push(`c.id = any(${named})`);
    } else locks.push(`(${lock})`);
  }
  // of a value that a text does not name the database could not say what it is
  const named = typed.length > 0 ? ` and num_nulls(${typed.join(', ')}) = 0` : '';
  const { card_id, rule_id, device_id } = filter;
  const someCards = isOfCards || card_id !== undefined || rule_id !== undefined || device_id !== undefined;
  return { values, locks: locks.join(' and ') + named, cards: cards.join(' and ') + named, someCards };
};

/** Numbers that a lock may hold and no record in sight has. */
const strays = (lock: string): string =>
  `(select count(distinct h.digits)::int from device_card h
    where h.device_id = ${lock} and not exists (select from ic_card o where o.digits = h.digits))`;
const lockColumns = `d.id as device_id, d.sn, d.device_name, d.subject, t.family, l.lock_status, ${connection.replaceAll('s.', 'l.')} as connection,
  case when not c.connected then ${seenTime.replaceAll('s.', 'l.')} + make_interval(secs => ${sleepInterval.replaceAll('s.', 'l.')}) end as wake_time,
  y.state, y.cause, ${strays('d.id')} as strays, ${cardsBefore('d.id')} as before, (select count(distinct h.digits)::int from device_card h
    where h.device_id = d.id and h.known <> 'perhaps') as cards`;
export const lockTables = `device d join device_type t on t.id = d.device_type_id join lock_state l on l.device_id = d.id
  join device_connection c on c.device_id = d.id left join lock_sync y on y.device_id = d.id`;

export const locksById = async (ids: readonly number[], { client }: Ctx): Promise<MatrixLock[]> => {
  const { rows } = await client.query<MatrixLock>(
    `select ${lockColumns} from ${lockTables} join unnest($1::bigint[]) with ordinality n(id, at) on n.id = d.id order by n.at`,
    [ids],
  );
  return rows.map(({ wake_time, ...lock }) => ({
    ...lock,
    wake_time: wake_time !== null && Date.parse(wake_time) > Date.now() ? wake_time : null,
  }));
};

export const cardColumns = `c.id, c.ic_no, c.ic_name, c.card_no, c.card_type, c.status = 1 and c.removing_time is null as usable`;
/** Of some cards, whether one of their locks is in drift for it: from these locks on, which are few. */
export const withDrift = async <C extends { ic_no: string }>(
  client: Ctx['client'],
  cards: readonly C[],
): Promise<(C & { drift: boolean })[]> => {
  const { rows } = await client.query<{ number: string }>(
    `select distinct k.number from lock_sync y join lock_card k on k.device_id = y.device_id and k.number = any($1)
      where y.state = 'drift'`,
    [cards.map(({ ic_no }) => ic_no)],
  );
  const inDrift = new Set(rows.map(({ number }) => number));
  return cards.map((card) => ({ ...card, drift: inDrift.has(card.ic_no) }));
};

export interface Cell {
  device_id: number;
  card_id: number;
  standing: CellStanding;
}

/**
 * What is known where these locks ($1) and these cards ($2; null: all) cross. Whose cards a lock holds is asked once for each
 * organisation, not for each of what may be half a million crossings. The pairs are materialized, as the planner takes a card for
 * rare and would read all of them again for each crossing. A card of an organisation beside the line counts where the lock holds its number
 * and no card of the line has that (`straysIn`).
 */
const crossings = `
  with cards as (select id, org_id, ic_no, digits from ic_card where $2::bigint[] is null or id = any($2)),
    locks as (select d.id, d.org_id, y.state, y.cause, coalesce(y.confined, false) as confined, n.connected
      from device d join device_connection n on n.device_id = d.id left join lock_sync y on y.device_id = d.id where d.id = any($1)),
    lines as materialized (select o.org_id, a as above from (select distinct org_id from locks) o, orgs_above(o.org_id) a),
    pairs as materialized (
      select k.device_id, c.id as card_id, case when k.wanted then 'wanted' else 'past' end as rule, null::text as known, null::text as kind
        from lock_card k join cards c on c.ic_no = k.number where k.device_id = any($1)
      union all select h.device_id, c.id, null, h.known, null from device_card h join cards c on c.digits = h.digits
        where h.device_id = any($1)
      union all select m.device_id, c.id, null, null, (array_agg(m.kind order by m.id desc))[1]
        from command m join cards c on m.args -> 'cards' ? c.ic_no
        where m.device_id = any($1) and m.kind in ('add_cards', 'delete_cards') and m.state in ('queued', 'sent')
        group by m.device_id, c.id),
    mine as materialized (select distinct lines.org_id, c.digits from lines join ic_card c on c.org_id = lines.above),
    beside as materialized (
      select h.device_id, (select min(o.id) from ic_card o where o.digits = h.digits) as card_id
        from device_card h join locks l on l.id = h.device_id left join mine on mine.org_id = l.org_id and mine.digits = h.digits
        where mine.digits is null)
  select p.device_id, p.card_id, max(p.rule) as rule, max(p.known) as known, max(p.kind) as "order",
      l.state, l.cause, l.confined, l.connected
    from pairs p join locks l on l.id = p.device_id join cards c on c.id = p.card_id
      left join lines on lines.org_id = l.org_id and lines.above = c.org_id
   where lines.above is not null or (p.device_id, p.card_id) in (select device_id, card_id from beside)
   group by p.device_id, p.card_id, l.state, l.cause, l.confined, l.connected`;

export const factsOf = async (
  client: Ctx['client'],
  locks: readonly number[],
  cards: readonly number[],
): Promise<(Cell & { mayHold: boolean })[]> => {
  const { rows } = await client.query<Omit<Cell, 'standing'> & CellFacts>(crossings, [locks, cards]);
  return rows.flatMap(({ device_id, card_id, ...facts }) => {
    const standing = cellStanding(facts);
    return standing ? [{ device_id, card_id, standing, mayHold: mayHold(facts) }] : [];
  });
};
export const cellsOf = async (...of: Parameters<typeof factsOf>): Promise<Cell[]> =>
  (await factsOf(...of)).map(({ mayHold: _, ...cell }) => cell);

type Counted = Record<Exclude<CellStanding, 'area'>, number>;
const none = Object.fromEntries(cellStandings.map((standing) => [standing, 0])) as Record<CellStanding, number>;
/** So many cells stand so; what opens inside areas alone is in the lock as well. */
export const counted = (cells: readonly { standing: CellStanding; many: number }[]): Counted => {
  const by = { ...none };
  for (const { standing, many } of cells) by[standing] += many;
  const { area, ...counts } = by;
  return { ...counts, synced: counts.synced + area };
};

/** How many cells of these locks stand how; `inDrift`: locks of which one does. */
const countCells = async (client: Ctx['client'], locks: readonly number[], cards: readonly number[] | null) => {
  const { rows } = await client.query<CellFacts & { device_id: number | null; many: number }>(
    `select case when state = 'drift' then device_id end as device_id, rule, known, "order", state, cause, confined, connected, count(*)::int as many
       from (${crossings}) of_them group by 1, 2, 3, 4, 5, 6, 7, 8`,
    [locks, cards],
  );
  const cells = rows.flatMap(({ device_id, many, ...facts }) => {
    const standing = cellStanding(facts);
    return standing ? [{ device_id, standing, many }] : [];
  });
  const inDrift = new Set(cells.flatMap(({ device_id, standing }) => (standing === 'drift' ? [device_id] : [])));
  return { ...counted(cells), inDrift: inDrift.size };
};

/** Of a lock that is synced, and of which nothing is under way, it is known how many cards it holds; those of others are counted. */
export const totalsOf = async (filter: Filter, ctx: Ctx): Promise<Totals> => {
  const { client } = ctx;
  const { values, locks, cards, someCards } = await narrowed(filter, ctx);
  const bound = [...values, null];
  const unbound = `$${bound.length}::int is null`;
  const quiet = `coalesce(y.state = 'synced' and y.pushing + y.removing = 0
    and d.id not in (select m.device_id from command m where m.kind in ('add_cards', 'delete_cards') and m.state in ('queued', 'sent'))
    and d.id not in (select h.device_id from device_card h where h.known = 'perhaps'), false)`;
  const { rows: found } = await client.query<{ locks: number; synced: number; drifting: number; ids: number[] }>(
    `select count(*)::int as locks, coalesce(sum(synced) filter (where quiet), 0)::int as synced,
         count(*) filter (where state = 'drift')::int as drifting, coalesce(array_agg(id) filter (where not quiet), '{}') as ids
       from (select d.id, y.state, y.synced, ${someCards ? 'false' : quiet} as quiet
         from device d left join lock_sync y on y.device_id = d.id where ${locks} and ${unbound}) n`,
    bound,
  );
  const { locks: lockCount, synced, drifting, ids } = found[0]!;
  const strayed = async (): Promise<number> => {
    const { rows } = await client.query<{ many: number }>(
      `select count(*)::int as many from (select distinct h.device_id, h.digits from device d join device_card h on h.device_id = d.id
         where ${locks} and ${unbound} and not exists (select from ic_card o where o.digits = h.digits)) n`,
      bound,
    );
    return rows[0]!.many;
  };
  if (someCards) {
    const { rows } = await client.query<{ id: number }>(
      `select c.id from ic_card c where ${cards} and ${unbound}`,
      bound,
    );
    const { inDrift: _, ...totals } = await countCells(
      client,
      ids,
      rows.map(({ id }) => id),
    );
    // of one lock its own are meant, of a card or a rule none
    const isOfLock = filter.device_id !== undefined && filter.card_id === undefined && filter.rule_id === undefined;
    return { cards: rows.length, locks: lockCount, ...totals, strays: isOfLock ? await strayed() : 0 };
  }
  const { rows } = await client.query<{ many: number }>(
    `select count(*)::int as many from ic_card c where ${cards} and ${unbound}`,
    bound,
  );
  const { inDrift, ...totals } = await countCells(client, ids, null);
  // one that holds cards of nobody's is in drift in none of its cells
  const drift = totals.drift + drifting - inDrift;
  const all = { ...totals, synced: totals.synced + synced, drift };
  return { cards: rows[0]!.many, locks: lockCount, ...all, strays: await strayed() };
};
