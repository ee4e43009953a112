import { errors, type FieldErrorCode, fieldErrors } from '@plomb/contract/errors';
import type { Upload } from '@plomb/contract/files/images';
import { sheetLimits } from '@plomb/contract/files/sheets';
import {
  fieldCalled,
  fieldsOfImport,
  headingKey,
  type ImportField,
  type ImportType,
  numberField,
} from '@plomb/contract/imports/importFields';
import { type ImportDetail, type ImportRecord, imports } from '@plomb/contract/imports/imports';
import type { JobKind } from '@plomb/contract/jobs/jobs';
import { fill, type Lang } from '@plomb/contract/kit/text';
import { type RawBuilder, sql } from 'kysely';
import { checkNamed } from '../../lock/checkNamed.ts';
import { deviceOptions } from '../../lock/deviceOptions.ts';
import type { SessionOperator } from '../../platform/access.ts';
import { cursor, matches } from '../../platform/crud.ts';
import { type Files, useFile as keepFile, type Laid, wholeOf } from '../../platform/files/files.ts';
import { beginJob } from '../../platform/jobs/jobs.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, prepared, type Served, serve } from '../../platform/serve.ts';
import { sheetOf } from '../../platform/sheets/sheet.ts';
import type { CellError } from './cells.ts';
import { filePurposeOf, mayBring, typesSeenBy } from './kinds.ts';

const DAY = 86_400_000;
const SAMPLES = 3;
const HEADING = 100;
const TYPES = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv' };
/** Headings an organisation's mappings are remembered of. */
const REMEMBERED = 500;

type Column = Omit<ImportDetail['columns'][number], 'field' | 'basis'>;
interface Read {
  encoding: ImportRecord['encoding'];
  delimiter: string;
  total: number;
  columns: Column[];
}

/** What stands in a file, read through once: nothing of it is kept in memory but its headings and first values. */
const readThrough = async (file: Upload, { orgId }: SessionOperator): Promise<Read> => {
  if (file.bytes > sheetLimits.bytes) throw new Refusal('sheetBytes', { limit: sheetLimits.bytes / 1024 / 1024 });
  const read: Read = { encoding: 'utf-8', delimiter: '', total: -1, columns: [] };
  for await (const { encoding, delimiter, rows } of sheetOf(await wholeOf(file), `organisation ${orgId}`)) {
    Object.assign(read, { encoding, delimiter });
    for (const { cells } of rows) {
      const isHeading = ++read.total === 0;
      for (const [at, cell] of cells.entries()) {
        read.columns[at] ??= { heading: '', samples: [], filled: 0 };
        const column = read.columns[at];
        if (isHeading) column.heading = cell.trim().slice(0, HEADING);
        else if (cell.trim() !== '') {
          column.filled++;
          const sample = cell.trim().slice(0, HEADING);
          if (column.samples.length < SAMPLES && !column.samples.includes(sample)) column.samples.push(sample);
        }
      }
      // a row that is wider than all before it may begin further right
      for (let at = 0; at < read.columns.length; at++) read.columns[at] ??= { heading: '', samples: [], filled: 0 };
    }
  }
  if (read.total < 1) throw new Refusal('sheetEmpty');
  return read;
};

type Basis = ImportDetail['columns'][number]['basis'];

/** Of each column the field it most likely means; a field is meant once. */
const suggested = (type: ImportType, columns: readonly Column[], before: ReadonlyMap<string, string>) => {
  const taken = new Set<string>();
  const found: { field: ImportField | null; basis: Basis }[] = columns.map(() => ({ field: null, basis: null }));
  const give = (basis: Basis, of: (heading: string) => string | null | undefined) =>
    columns.forEach(({ heading }, at) => {
      const field = heading === '' ? null : of(heading);
      if (!field || taken.has(field) || found[at]?.field) return;
      taken.add(field);
      found[at] = { field: field as ImportField, basis };
    });
  give('before', (heading) => before.get(headingKey(heading)));
  give('name', (heading) => fieldCalled(type, heading));
  return found;
};

/** A dry run that failed or was stopped is none: nobody knows what would come of the file. */
const state = sql`case when j.id is null then 'uploaded'
  when j.kind = 'import_check'
    then case when j.state = 'done' then 'checked' when j.end_time is null then 'checking' else 'uploaded' end
  when j.end_time is null then 'running' else j.state end`;
/** As what ends it does, see retention/imports.ts. */
const idle = sql`case when j.id is null then i.create_time when j.kind = 'import_check' then j.end_time end`;
const figure = (name: 'added' | 'same' | 'bad') =>
  sql`case when ${state} = 'uploaded' then 0 else ${sql.ref(`i.${name}`)} end as ${sql.ref(name)}`;
/** left: what rows that do not say it get may be out of sight, as said by somebody above, or by now */
const rowsFor = ({ operator }: Pick<Ctx, 'operator'>): RawBuilder<unknown> => sql`
  (select i.id, i.org_id, i.oper_name, i.import_type, i.name, i.bytes, i.encoding, i.delimiter, i.total, i.columns,
    i.mapping, i.basis, ${figure('added')}, ${figure('same')}, ${figure('bad')}, i.job_id, i.create_time, f.id as path, ${state} as state,
    coalesce(j.done, 0) as done, ${idle} as idle_time, j.failure, j.failure_values, t.id as device_type_id,
    coalesce(t.device_type_name, '') as device_type, m.id as manufacturer_id, coalesce(m.factory_name, '') as factory,
    o.id as goal_org_id, coalesce(o.org_name, '') as org_name
  from import i left join organisation o on o.id = i.goal_org_id left join job j on j.id = i.job_id
    left join file f on f.id = i.file left join device_type t on t.id = i.device_type_id
    left join manufacturer m on m.id = i.manufacturer_id
  where i.import_type = any(${typesSeenBy(operator)})) as i`;
const shown = sql`i.id, i.import_type, i.name, i.path, i.bytes, i.encoding, i.delimiter, i.state, i.total, i.done, i.added,
  i.same, i.bad, i.device_type, i.factory, i.org_name, i.oper_name, i.create_time`;

interface Filter {
  import_type?: ImportType | undefined;
  state?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
const where = (f: Filter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`i.id < ${f.before}`);
  if (f.ids) terms.push(sql`i.id = any(${f.ids})`);
  if (f.import_type) terms.push(sql`i.import_type = ${f.import_type}`);
  if (f.state) terms.push(sql`i.state = ${f.state}`);
  if (f.from) terms.push(sql`i.create_time >= ${f.from}`);
  if (f.to) terms.push(sql`i.create_time <= ${f.to}`);
  if (f.keyword) terms.push(sql`(${matches(sql`i.name`, f.keyword)} or ${matches(sql`i.oper_name`, f.keyword)})`);
  return sql`where ${sql.join(terms, sql` and `)}`;
};

type Stored = ImportRecord & {
  columns: Column[];
  mapping: (ImportField | null)[];
  basis: Basis[];
  /** since when nobody has gone on with it; null: it was to be written */
  idle_time: string | null;
  failure: keyof typeof errors | '' | null;
  failure_values: Record<string, string | number> | null;
  /** whose it is; the organisation of rows that name none is another matter */
  org_id: number;
  goal_org_id: ImportDetail['org_id'];
} & Pick<ImportDetail, 'device_type_id' | 'manufacturer_id' | 'job_id'>;

type FaultRow = { row: number; cells: string[]; errors: CellError[] };
/**
 * The rows that were not imported. Whoever tried the file may have seen devices that its reader does not: those are there, as
 * to anybody else who tries their numbers, and nothing more is told of them.
 */
const faultRows = ({ id, state: now }: Stored) => sql`(select r.row, r.cells, (
      select jsonb_agg(case
        when e ->> 'code' not in ('importExists', 'deviceRetired') then e
        when d.sn is null then e || '{"code": "deviceSnExists"}'
        else e || jsonb_build_object('values', jsonb_build_object('name', d.device_name)) end order by nth)
      from jsonb_array_elements(r.errors) with ordinality as said(e, nth)) as errors
  from import_row r left join device d on d.sn = r.sn where r.import_id = ${id} and ${now !== 'uploaded'}) as r`;

/** Held, so that two who begin something with one file take turns. */
const found = async (id: number, ctx: Pick<Ctx, 'client' | 'db' | 'operator'>, holds = false): Promise<Stored> => {
  const { client, db } = ctx;
  if (holds) await client.query('select from import where id = $1 for update', [id]);
  const { rows: all } = await sql<Stored>`select * from ${rowsFor(ctx)} where i.id = ${id}`.execute(db);
  if (!all[0]) throw new Refusal('notFound');
  return all[0];
};

const wordsOf = ({ code, values }: CellError, lang: Lang): string =>
  fill((fieldErrors[code as FieldErrorCode] ?? errors[code as keyof typeof errors])[lang], values);

/** Whether rows of it were written, or found to need no writing: what came of a file stays on its record. */
const isWritten = ({ state: now, done }: Stored): boolean =>
  now === 'done' || ((now === 'failed' || now === 'cancelled') && done > 0);

/** Begins to judge or to write a file: from its first row on, or where writing it ended half-way. */
const begin = async (kind: JobKind, one: Stored, ctx: Ctx): Promise<number> => {
  if (one.path === null) throw new Refusal('importFileGone');
  const done = isWritten(one) ? one.done : 0;
  const { id, name: subject, org_id, total } = one;
  const job = await beginJob(ctx, { kind, subject, subject_id: id, org_id, done, total });
  if (done === 0) {
    await ctx.client.query('delete from import_row where import_id = $1', [id]);
    await ctx.client.query('update import set added = 0, same = 0, bad = 0 where id = $1', [id]);
  }
  await ctx.client.query('update import set job_id = $2 where id = $1', [id, job]);
  return job;
};

interface Deps {
  files: Files;
  /** how long what nobody goes on with is kept */
  uploadDays(): number;
}

export const importRoutes = ({ files, uploadDays }: Deps): Served[] =>
  serve(imports, {
    list: async (input, ctx) => {
      const { rows: all } = await sql<ImportRecord>`select ${shown} from ${rowsFor(ctx)} ${where(input)}
        order by i.id desc limit ${input.size + 1}`.execute(ctx.db);
      return { rows: all.slice(0, input.size), more: all.length > input.size };
    },
    detail: async ({ id }, ctx) => {
      const {
        columns,
        mapping,
        basis,
        failure,
        failure_values,
        org_id: _,
        goal_org_id,
        idle_time,
        ...one
      } = await found(id, ctx);
      return {
        ...one,
        org_id: goal_org_id,
        expire_time: idle_time && new Date(Date.parse(idle_time) + uploadDays() * DAY).toISOString(),
        failure: failure ? fill(errors[failure][ctx.lang], failure_values ?? {}) : '',
        columns: columns.map((column, at) => ({ ...column, field: mapping[at] ?? null, basis: basis[at] ?? null })),
      };
    },
    export: (input, ctx) => cursor(ctx, sql`select ${shown} from ${rowsFor(ctx)} ${where(input)} order by i.id desc`),
    options: (_, ctx) => deviceOptions(ctx),
    template: (): FileRows => empty(),
    upload: prepared(
      imports.upload,
      async ({ import_type, name, file }, operator) => {
        if (!mayBring(operator, import_type)) throw new Refusal('noPermission');
        const read = await readThrough(file, operator);
        const type = read.encoding === 'xlsx' ? TYPES.xlsx : TYPES.csv;
        return {
          import_type,
          name,
          bytes: file.bytes,
          read,
          laid: await files.layKnown(file, type, filePurposeOf[import_type], operator),
        };
      },
      async ({ import_type, name, bytes, read, laid }: Prepared, ctx) => {
        ctx.note(name);
        const { client, operator } = ctx;
        const before = await client.query<{ heading: string; field: string }>(
          'select heading, field from import_heading where org_id = $1 and import_type = $2',
          [operator.orgId, import_type],
        );
        const meant = suggested(
          import_type,
          read.columns,
          new Map(before.rows.map(({ heading, field }) => [heading, field])),
        );
        const file = await files.add(ctx, filePurposeOf[import_type], laid);
        const { rows: added } = await client.query<{ id: number }>(
          `insert into import (org_id, goal_org_id, operator_id, oper_name, import_type, name, file, bytes, encoding, delimiter,
             total, columns, mapping, basis)
           values ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
          [
            operator.orgId,
            operator.id,
            operator.operName,
            import_type,
            name,
            file,
            bytes,
            read.encoding,
            read.delimiter,
            read.total,
            JSON.stringify(read.columns),
            JSON.stringify(meant.map(({ field }) => field)),
            JSON.stringify(meant.map(({ basis }) => basis)),
          ],
        );
        const id = added[0]!.id;
        await keepFile(client, file, `import ${id}`);
        return { id };
      },
    ),
    check: async ({ id, mapping, org_id, device_type_id, manufacturer_id, remember }, ctx) => {
      const { client, db, operator } = ctx;
      const one = await found(id, ctx, true);
      ctx.note(one.name);
      if (!mayBring(operator, one.import_type)) throw new Refusal('noPermission');
      if (one.state === 'checking' || one.state === 'running') throw new Refusal('importUnderWay');
      if (isWritten(one)) throw new Refusal('importWritten');
      if (mapping.length !== one.columns.length) throw fieldRefusal('mapping', 'importMapping');
      if (!mapping.every((field) => field === null || fieldsOfImport[one.import_type].includes(field)))
        throw fieldRefusal('mapping', 'choice');
      if (!mapping.includes(numberField[one.import_type])) throw fieldRefusal('mapping', 'importNoNumber');
      const goal = await sql`select from organisation where id = ${org_id} and status = 1`.execute(db);
      if (goal.rows.length === 0) throw fieldRefusal('org_id', 'choice');
      // cards are of no device type and no maker
      if (one.import_type !== 'device' && device_type_id !== null) throw fieldRefusal('device_type_id', 'choice');
      if (one.import_type !== 'device' && manufacturer_id !== null) throw fieldRefusal('manufacturer_id', 'choice');
      // a sort that each row names itself need not be said
      if (device_type_id !== null) await checkNamed({ device_type_id, manufacturer_id: null }, ctx);
      if (manufacturer_id !== null) await checkMaker(manufacturer_id, ctx);
      const basis = mapping.map((field, at) => (field === one.mapping[at] ? one.basis[at] : 'hand'));
      await client.query(
        `update import set goal_org_id = $2, device_type_id = $3, manufacturer_id = $4, mapping = $5, basis = $6 where id = $1`,
        [id, org_id, device_type_id, manufacturer_id, JSON.stringify(mapping), JSON.stringify(basis)],
      );
      if (remember) await rememberHeadings(client, operator.orgId, one, mapping);
      return { job_id: await begin('import_check', one, ctx) };
    },
    run: async ({ id }, ctx) => {
      const one = await found(id, ctx, true);
      ctx.note(one.name);
      if (!mayBring(ctx.operator, one.import_type)) throw new Refusal('noPermission');
      if (one.state === 'checking' || one.state === 'running') throw new Refusal('importUnderWay');
      if (one.state === 'uploaded') throw new Refusal('importUnchecked');
      if (one.state === 'done') throw new Refusal('importWritten');
      return { job_id: await begin('import_run', one, ctx) };
    },
    discard: async ({ id }, ctx) => {
      const one = await found(id, ctx, true);
      ctx.note(one.name);
      if (one.state === 'checking' || one.state === 'running') throw new Refusal('importUnderWay');
      if (isWritten(one)) throw new Refusal('importStays');
      await ctx.client.query('delete from import where id = $1', [id]);
      return {};
    },
    faults: async ({ id, code, page, size }, ctx) => {
      const { db, lang } = ctx;
      const one = await found(id, ctx);
      const only = code ? JSON.stringify([{ code }]) : '[]';
      const { rows: some } = await sql<FaultRow>`select row, cells, errors from ${faultRows(one)}
        where errors @> ${only}::jsonb order by row limit ${size} offset ${(page - 1) * size}`.execute(db);
      const { rows: counts } = await sql<{ code: CellError['code']; count: number }>`
        select e ->> 'code' as code, count(distinct row)::int as count
          from ${faultRows(one)}, jsonb_array_elements(errors) e group by 1 order by 2 desc, 1`.execute(db);
      const at = (field: ImportField) => (one.mapping.includes(field) ? one.mapping.indexOf(field) : null);
      // of all rows with it: neither this one's number nor that one's name
      const general = (said: CellError['code']) =>
        wordsOf({ field: numberField[one.import_type], code: said, values: { row: '…', name: '…' } }, lang);
      return {
        rows: some.map(({ row, cells, errors: all }) => ({
          row,
          cells,
          errors: all.map((e) => ({ column: at(e.field), field: e.field, words: wordsOf(e, lang) })),
        })),
        total: code ? (counts.find((one) => one.code === code)?.count ?? 0) : one.bad,
        counts: counts.map((one) => ({ ...one, words: general(one.code) })),
      };
    },
    failed: ({ id }, ctx) => failedRows(id, ctx),
  });

interface Prepared {
  import_type: ImportType;
  name: string;
  bytes: number;
  read: Read;
  laid: Laid;
}

async function* empty(): FileRows {
  yield [];
}

async function* failedRows(id: number, ctx: Ctx): FileRows {
  const query = sql`select row, cells, errors from ${faultRows(await found(id, ctx))} order by row`;
  for await (const part of cursor(ctx, query))
    yield (part as FaultRow[]).map(({ row, cells, errors: all }) => ({
      row,
      ...Object.fromEntries(cells.map((cell, at) => [`c${at}`, cell])),
      errors: all.map((one) => wordsOf(one, ctx.lang)).join('; '),
    }));
}

const checkMaker = async (id: number, { client }: Ctx): Promise<void> => {
  const { rowCount } = await client.query('select from manufacturer where id = $1', [id]);
  if (rowCount === 0) throw fieldRefusal('manufacturer_id', 'choice');
};

const rememberHeadings = async (
  client: Ctx['client'],
  orgId: number,
  { import_type, columns }: Pick<Stored, 'import_type' | 'columns'>,
  mapping: readonly (ImportField | null)[],
): Promise<void> => {
  // two columns may be headed alike: the first that fills something counts
  const said = new Map<string, ImportField>();
  for (const [at, { heading }] of columns.entries()) {
    const [key, field] = [headingKey(heading), mapping[at]];
    if (key !== '' && field && !said.has(key)) said.set(key, field);
  }
  await client.query(
    `insert into import_heading (org_id, import_type, heading, field)
     select $1, $2, * from unnest($3::text[], $4::text[])
     on conflict (org_id, import_type, heading) do update set field = excluded.field, update_time = now()`,
    [orgId, import_type, [...said.keys()], [...said.values()]],
  );
  await client.query(
    `delete from import_heading where (org_id, import_type, heading) in (
       select org_id, import_type, heading from import_heading where org_id = $1 order by update_time desc, heading offset $2)`,
    [orgId, REMEMBERED],
  );
};
