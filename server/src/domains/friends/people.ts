import type { PoolClient } from 'pg';

/** Two people, in the order in which what is of both is kept. */
export type Pair = readonly [low: number, high: number];
export const pairOf = (one: number, other: number): Pair => (one < other ? [one, other] : [other, one]);

/**
 * What two people do to each other is done one after the other, until the transaction ends. Whoever named nobody waits
 * for itself twice: both take as long.
 */
export const holdPeople = async (db: PoolClient, one: number, other: number | null): Promise<void> => {
  await db.query(
    `select pg_advisory_xact_lock(hashtextextended('friends of ' || id, 0))
       from (select unnest($1::bigint[]) as id order by 1) people`,
    [[one, other ?? -one]],
  );
};

/** Somebody by the exact login name, else by the exact telephone number, if it is one person's only. */
export interface Addressee {
  id: number;
  oper_name: string;
  login_name: string;
  org_name: string;
  enabled: boolean;
  isNamed: boolean;
}
export const findAddressee = async (db: PoolClient, typed: string): Promise<Addressee | null> => {
  const { rows } = await db.query<Addressee>(
    `with phone as (select regexp_replace($1, '[ -]', '', 'g') as digits),
       named as (select id, true as "isNamed" from operator where lower(login_name) = lower($1)),
       reached as (select min(o.id) as id, false as "isNamed" from operator o, phone p
         where regexp_replace(o.oper_phone, '[ -]', '', 'g') = p.digits and o.oper_phone <> '' and p.digits ~ '^\\+?\\d{5,}$'
         having count(*) = 1),
       found as (select * from named union all select * from reached where not exists (select from named))
     select o.id, o.oper_name, o.login_name, g.org_name, o.status = 1 and organisation_enabled(o.org_id) as enabled, f."isNamed"
       from found f join operator o on o.id = f.id join organisation g on g.id = o.org_id`,
    [typed],
  );
  return rows[0] ?? null;
};

export const befriend = async (db: PoolClient, [low, high]: Pair): Promise<void> => {
  await db.query('insert into friendship (low_id, high_id) values ($1, $2) on conflict do nothing', [low, high]);
};

/** Whether they were friends. */
export const part = async (db: PoolClient, [low, high]: Pair): Promise<boolean> => {
  const { rowCount } = await db.query('delete from friendship where low_id = $1 and high_id = $2', [low, high]);
  return rowCount === 1;
};

/** How many friends each of them has. */
export const friendCounts = async (db: PoolClient, pair: Pair): Promise<number[]> => {
  const { rows } = await db.query<{ count: number }>(
    `select (select count(*)::int from friendship f where f.low_id = p.id or f.high_id = p.id) as count
       from unnest($1::bigint[]) as p(id)`,
    [pair],
  );
  return rows.map(({ count }) => count);
};

/** What somebody is called in a log: the other side of what was done. */
export const nameOf = async (db: PoolClient, id: number): Promise<string> => {
  const { rows } = await db.query<{ name: string }>(
    `select case when login_name = oper_name then oper_name else oper_name || ' (' || login_name || ')' end as name
       from operator where id = $1`,
    [id],
  );
  return rows[0]?.name ?? '';
};
