import { z } from 'zod';
import { call, EnableStatus, Id, Line, Nothing, pageSizes } from './call.ts';
import { exportCall } from './exporting.ts';
import type { Text } from './text.ts';

/** What a call does to an entity, in words: "新增设备", "Add device". */
const titled = {
  list: ({ zh, en }: Text): Text => ({ zh: `查询${zh}`, en: `Search ${en}` }),
  detail: ({ zh, en }: Text): Text => ({ zh: `查看${zh}`, en: `View ${en}` }),
  add: ({ zh, en }: Text): Text => ({ zh: `新增${zh}`, en: `Add ${en}` }),
  update: ({ zh, en }: Text): Text => ({ zh: `修改${zh}`, en: `Edit ${en}` }),
  delete: ({ zh, en }: Text): Text => ({ zh: `删除${zh}`, en: `Delete ${en}` }),
  status: ({ zh, en }: Text): Text => ({ zh: `修改${zh}状态`, en: `Change status of ${en}` }),
};

/** Sorting of a list: a column, `-` in front for descending. Only allow-listed columns pass. */
const sortOf = (columns: readonly string[]) =>
  z.string().refine((s) => columns.includes(s.replace(/^-/, '')), { error: 'unknownSort' });

/** Beside which field a refusal stands that says: somebody changed it meanwhile. */
export const versionField = 'version';
/** What a record was when it was read; an update that names it is refused once somebody else was there first. */
export const Version = z.string().max(64);

/**
 * The plain calls of a catalogue entity: spread them, replace one, or put your own beside them.
 * `row` is what a list shows, `write` what a form sends, `filter` what a list can be narrowed by.
 */
export const resource = <
  R extends z.ZodRawShape,
  W extends z.ZodRawShape,
  F extends z.ZodRawShape,
  const M extends string,
>(entity: {
  path: string;
  menu: M;
  title: Text;
  row: R;
  write: W;
  filter: F;
  sort: readonly (keyof R & string)[];
  /** columns that its files alone have */
  fileFields?: readonly string[];
}) => {
  const row = z.object({ id: Id, ...entity.row });
  const at = <V extends string>(v: V): `/${string}` => `/${entity.path}/${v}`;
  const narrowing = {
    sort: sortOf(entity.sort).optional(),
    keyword: Line(100).optional(),
    ...entity.filter,
  };
  const paging = {
    page: z.int().min(1).default(1),
    size: z
      .int()
      .refine((n) => (pageSizes as readonly number[]).includes(n), { error: 'pageSize' })
      .default(20),
  };
  return {
    list: call({
      path: at('list'),
      title: titled.list(entity.title),
      permit: `${entity.menu}:list`,
      business: null,
      input: z.object({ ...paging, ...narrowing }),
      output: z.object({
        rows: z.array(row),
        total: z.int(),
        /** there are more: what changes all the time is not counted to its end */
        totalIsAtLeast: z.literal(true).optional(),
      }),
    }),
    detail: call({
      path: at('detail'),
      title: titled.detail(entity.title),
      permit: `${entity.menu}:list`,
      business: null,
      input: z.object({ id: Id }),
      output: z.object({ id: Id, ...entity.row, version: Version }),
    }),
    add: call({
      path: at('add'),
      title: titled.add(entity.title),
      permit: `${entity.menu}:add`,
      business: 'insert',
      input: z.object(entity.write),
      output: z.object({ id: Id }),
    }),
    update: call({
      path: at('update'),
      title: titled.update(entity.title),
      permit: `${entity.menu}:update`,
      business: 'update',
      input: z.object({ id: Id, ...entity.write, version: Version.optional() }),
      output: z.object({ id: Id }),
    }),
    delete: call({
      path: at('delete'),
      title: titled.delete(entity.title),
      permit: `${entity.menu}:delete`,
      business: 'delete',
      input: z.object({ ids: z.array(Id).min(1).max(100) }),
      output: Nothing,
    }),
    export: exportCall({
      ...entity,
      filter: narrowing,
      fields: [...Object.keys(entity.row), ...(entity.fileFields ?? [])],
    }),
  };
};

/** The status toggle (1 enabled, 2 disabled) of entities that have one. */
export const statusCall = <P extends string, const M extends string>(path: P, menu: M, title: Text) =>
  call({
    path: `/${path}/status`,
    title: titled.status(title),
    permit: `${menu}:status`,
    business: 'update',
    input: z.object({ ids: z.array(Id).min(1).max(100), status: EnableStatus }),
    output: Nothing,
  });
