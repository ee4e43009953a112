import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { UploadedFile } from '../files/images.ts';
import { sheetEncodings, sheetLimits } from '../files/sheets.ts';
import { call, fileCall, Id, Line, Nothing, pageSizes, Time } from '../kit/call.ts';
import { exportCall, exportOptions, FileTicket } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { importFieldNames, importTypes } from './importFields.ts';

/**
 * `uploaded`: no dry run has come to its end; `checked`: one has said what would come of it. `failed`, `cancelled`: writing it
 * ended half-way.
 */
export const importStates = ['uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled'] as const;
export type ImportState = (typeof importStates)[number];

/** Which field each column fills; null: it is left out. */
const Mapping = z
  .array(z.enum(importFieldNames).nullable())
  .max(sheetLimits.columns)
  .refine((all) => new Set(all.filter(Boolean)).size === all.filter(Boolean).length, { error: 'importFieldTwice' });

const record = {
  import_type: z.enum(importTypes),
  /** the file's name, as it was sent */
  name: z.string(),
  /** the file itself, see `/file/link`; null: it is kept no longer */
  path: FileId.nullable(),
  bytes: z.int(),
  encoding: z.enum(sheetEncodings),
  /** between the cells of a text; '' = none */
  delimiter: z.string(),
  state: z.enum(importStates),
  /** with something in them, without the headings */
  total: z.int(),
  /** rows judged, or written in all runs, by now */
  done: z.int(),
  /** devices or cards that came of it, or would */
  added: z.int(),
  /** there already with all that the file says */
  same: z.int(),
  bad: z.int(),
  /** of rows that name none themselves; '' = none, and of cards */
  device_type: z.string(),
  factory: z.string(),
  org_name: z.string(),
  oper_name: z.string(),
  create_time: Time,
};
export const ImportRecord = z.object({ id: Id, ...record });
export type ImportRecord = z.output<typeof ImportRecord>;

export const ImportDetail = z.object({
  id: Id,
  ...record,
  device_type_id: Id.nullable(),
  manufacturer_id: Id.nullable(),
  /** of rows that name none; null: none, or one out of the reader's sight */
  org_id: Id.nullable(),
  /** the job that last judged or wrote it */
  job_id: Id.nullable(),
  /** when it goes, unless somebody goes on with it; null: its record stays */
  expire_time: Time.nullable(),
  /** why it, or its dry run, failed, in the reader's language */
  failure: z.string(),
  columns: z.array(
    z.object({
      heading: z.string(),
      /** the first different values */
      samples: z.array(z.string()),
      /** rows that have one */
      filled: z.int(),
      field: z.enum(importFieldNames).nullable(),
      /** how that was found: as the organisation last had this heading, by its name, by a person */
      basis: z.enum(['before', 'name', 'hand']).nullable(),
    }),
  ),
});
export type ImportDetail = z.output<typeof ImportDetail>;

export const ImportFault = z.object({
  row: z.int(),
  /** of the whole row, as it was sent */
  cells: z.array(z.string()),
  errors: z.array(
    z.object({
      /** the cell; null: no column of the file has it */
      column: z.int().nullable(),
      field: z.enum(importFieldNames),
      /** in the reader's language */
      words: z.string(),
    }),
  ),
});
export type ImportFault = z.output<typeof ImportFault>;

const filter = {
  import_type: z.enum(importTypes).optional(),
  state: z.enum(importStates).optional(),
  from: Time.optional(),
  to: Time.optional(),
  keyword: Line(60).optional(),
};
const title = (zh: string, en: string): Text => ({ zh, en });

/** The columns of a file that goes out to be filled in or mended: `c0`, `c1`… as they came, then what is wrong. */
const failedColumns = ['row', ...Array.from({ length: sheetLimits.columns }, (_, at) => `c${at}`), 'errors'];
const { format, timeZone } = exportOptions([]);

/** Devices or IC cards by the file: sent, its columns said, tried without writing, then written. Each file is a record. */
export const imports = {
  /** Newest first, by cursor. */
  list: call({
    path: '/import/list',
    title: title('查询导入记录', 'Search imports'),
    permit: 'import:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(ImportRecord), more: z.boolean() }),
  }),
  detail: call({
    path: '/import/detail',
    title: title('查看导入记录', 'View an import'),
    permit: 'import:list',
    business: null,
    input: z.object({ id: Id }),
    output: ImportDetail,
  }),
  export: exportCall({
    path: 'import',
    menu: 'import',
    title: title('导入记录', 'imports'),
    filter,
    fields: Object.keys(record),
  }),
  /** what the form of an import offers */
  options: call({
    path: '/import/options',
    title: title('导入选项', 'Import form options'),
    permit: 'import:add',
    business: null,
    input: Nothing,
    output: z.object({
      organizations: z.array(z.object({ id: Id, org_name: z.string(), parent_id: Id.nullable() })),
      deviceTypes: z.array(z.object({ id: Id, device_type: z.string(), device_type_name: z.string() })),
      manufacturers: z.array(z.object({ id: Id, factoryName: z.string() })),
    }),
  }),
  /** An empty file with the headings there are. */
  template: fileCall({
    path: '/import/template',
    title: title('下载导入模板', 'Download an import template'),
    permit: 'import:add',
    business: null,
    input: z.object({ columns: exportOptions(importFieldNames).columns, format, timeZone }),
    output: FileTicket,
  }),
  /** xlsx or csv, told by what is in it. It is read through, and nothing comes of it yet. */
  upload: call({
    path: '/import/upload',
    title: title('上传导入文件', 'Upload a file to import'),
    permit: 'import:add',
    business: 'import',
    input: z.object({
      import_type: z.enum(importTypes),
      name: Line(200).min(1, { error: 'required' }),
      file: UploadedFile(sheetLimits.bytes),
    }),
    output: z.object({ id: Id }),
  }),
  /** Begins a dry run: every row is judged as it would be written, and nothing is. Not of what was written: that stays told. */
  check: call({
    path: '/import/check',
    title: title('导入试运行', 'Try an import without writing'),
    permit: 'import:add',
    business: 'import',
    input: z.object({
      id: Id,
      mapping: Mapping,
      /** of rows that name none themselves */
      org_id: Id,
      /** this one and the next: of devices */
      device_type_id: Id.nullable(),
      manufacturer_id: Id.nullable(),
      /** the next file of this organisation with these headings is mapped like this one */
      remember: z.boolean().default(true),
    }),
    output: z.object({ job_id: Id }),
  }),
  /** Begins to write the rows that are right, after a dry run, or goes on where that ended. Those with errors stay out. */
  run: call({
    path: '/import/run',
    title: title('执行导入', 'Import'),
    permit: 'import:add',
    business: 'import',
    input: z.object({ id: Id }),
    output: z.object({ job_id: Id }),
  }),
  /** What was never written goes at once, as it would by itself. */
  discard: call({
    path: '/import/discard',
    title: title('删除未导入的文件', 'Discard a file that was not imported'),
    permit: 'import:add',
    business: 'delete',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  /** The rows that are not imported, and why. */
  faults: call({
    path: '/import/faults',
    title: title('查询导入失败行', 'Search rows that were not imported'),
    permit: 'import:list',
    business: null,
    input: z.object({
      id: Id,
      /** those with this error alone */
      code: z.string().max(40).optional(),
      page: z.int().min(1).default(1),
      size: z
        .int()
        .refine((n) => (pageSizes as readonly number[]).includes(n), { error: 'pageSize' })
        .default(20),
    }),
    output: z.object({
      rows: z.array(ImportFault),
      total: z.int(),
      /** how many rows have which error */
      counts: z.array(z.object({ code: z.string(), words: z.string(), count: z.int() })),
    }),
  }),
  /** The same as a file: mended, it is imported like the first. */
  failed: fileCall({
    path: '/importRow/export',
    title: title('下载导入失败行', 'Download rows that were not imported'),
    permit: 'import:list',
    business: 'export',
    input: z.object({ id: Id, columns: exportOptions(failedColumns).columns, format, timeZone }),
    output: FileTicket,
  }),
};
