import type { ClientBase } from 'pg';
import { z } from 'zod';
import { MIGRATION_TABLE } from '../migrate.ts';

/** Quoted names throughout: ready to stand in a statement. */
const TableShape = z.object({ name: z.string(), columns: z.array(z.string()) });

const PartitionShape = z.object({
  name: z.string(),
  parent: z.string(),
  /** `FOR VALUES FROM (…) TO (…)` */
  bound: z.string(),
  /** Set when it is partitioned again: `RANGE (…)` */
  key: z.string().nullable(),
  options: z.string().nullable(),
  /** Indexes that are its own rather than its parent's. */
  indexes: z.array(z.string()),
});

/** The first section of a backup. The tables' rows follow in this order, as PostgreSQL's binary COPY. */
export const ManifestShape = z.object({
  madeAt: z.string(),
  serverVersion: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(TableShape),
  partitions: z.array(PartitionShape),
});

/** The last section: read after the rows, so that no sequence lags behind them. */
export const ClosingShape = z.object({
  rows: z.array(z.number()),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
});

export type Table = z.output<typeof TableShape>;
export type Partition = z.output<typeof PartitionShape>;
export type Manifest = z.output<typeof ManifestShape>;
export type Closing = z.output<typeof ClosingShape>;

/** Ours: neither the system's nor an extension's, and not the job queue, whose half-done mails nobody wants sent again. */
const OURS = `
  n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'graphile_worker')
  and c.relpersistence = 'p'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

const NAME = `format('%I.%I', n.nspname, c.relname)`;

/** Every table that holds rows, a partitioned one as a whole; the largest last, so that it is locked for the shortest time. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const found = await client.query<Table>(
    `select ${NAME} as name,
       array(select quote_ident(attname) from pg_attribute a
             where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} and c.relname <> $1
     order by (select sum(pg_relation_size(relid)) from (select c.oid as relid union select relid from pg_partition_tree(c.oid)) t), 1`,
    [MIGRATION_TABLE],
  );
  return found.rows;
}

/** Partitions come and go while the program runs, so the migrations alone do not bring them back. Parents first. */
export async function listPartitions(client: ClientBase): Promise<Partition[]> {
  const found = await client.query<Partition>(
    `with recursive level as (
       select oid, 0 as depth from pg_class where relkind = 'p' and not relispartition
       union all select i.inhrelid, depth + 1 from pg_inherits i join level on i.inhparent = level.oid)
     select ${NAME} as name, i.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
       pg_get_partkeydef(c.oid) as key, array_to_string(c.reloptions, ', ') as options,
       array(select pg_get_indexdef(x.indexrelid) from pg_index x join pg_class o on o.oid = x.indexrelid
             where x.indrelid = c.oid and not o.relispartition order by 1) as indexes
     from level join pg_class c using (oid) join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
     where depth > 0 and c.relkind in ('r', 'p') and ${OURS}
     order by depth, 1`,
  );
  return found.rows;
}

export async function readSequences(client: ClientBase): Promise<Closing['sequences']> {
  const names = await client.query<{ name: string }>(
    `select ${NAME} as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${OURS} order by 1`,
  );
  const sequences = [];
  for (const { name } of names.rows) {
    const read = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    );
    sequences.push({ name, ...read.rows[0]! });
  }
  return sequences;
}

/** Tables of which the connected user would read a part only, without an error. */
export async function hiddenTables(client: ClientBase): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select ${NAME} as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and ${OURS} and row_security_active(c.oid) and (
       exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive)
       or not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('*', 'r')
         and pg_get_expr(p.polqual, c.oid) = 'true'
         and (0 = any (p.polroles) or exists (select from unnest(p.polroles) r where r <> 0 and pg_has_role(r, 'usage')))))
     order by 1`,
  );
  return found.rows.map(({ name }) => name);
}
