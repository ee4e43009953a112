import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { exportOptions } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { PLACE } from '../lock/place.ts';

/** Days that are asked for at once; without any it is the last day. */
export const RECORD_DAYS = 31;
/** Rows of one file. */
export const RECORD_ROWS = 5_000_000;

/** No record is older: a lock without a time says that it is of 1970. */
const EARLIEST = Date.UTC(1970);
const RecordTime = Time.refine((time) => Date.parse(time) >= EARLIEST, { error: 'recordYear' });

/** Which record: its time to the microsecond, then what tells it from others of that time. */
export const RecordKey = z.string().regex(/^[\d:.TZ-]{20,30}~[ea]?\d{1,15}(~\d{1,5}~-?\d{1,10})?$/);
/** Behind which record a list goes on, or before which time. */
export const RecordPlace = z.union([RecordKey, Time]);

const common = {
  device_id: Id.optional(),
  org_id: Id.optional(),
  /** of the lock: number, name or what it guards */
  keyword: Line(60).optional(),
  /** of the lock's own time; at most 31 days */
  from: RecordTime.optional(),
  to: RecordTime.optional(),
};

/**
 * Records that only come, of a time that is always bounded, newest first and by cursor: they are never counted, and a filter
 * that few of them pass is looked for so long and no longer. `next`: where to go on; a time, where it was looked for back to
 * there and more may come before; null: there is no more.
 */
export const recordCalls = <
  const P extends string,
  R extends z.ZodRawShape,
  F extends z.ZodRawShape,
  D extends z.ZodRawShape,
>(entity: {
  path: P;
  title: Text;
  row: R;
  filter: F;
  /** what one record says besides */
  detail: D;
}) => {
  const { path, title, row, detail } = entity;
  const filter = { ...common, ...entity.filter };
  const { columns, timeZone } = exportOptions([...Object.keys(row), ...('lon' in row ? [PLACE] : [])]);
  return {
    list: call({
      path: `/${path}/list`,
      title: { zh: `查询${title.zh}`, en: `Search ${title.en}` },
      permit: `${path}:list`,
      business: null,
      input: z.object({ ...filter, before: RecordPlace.optional(), size: z.int().min(1).max(100).default(50) }),
      output: z.object({ rows: z.array(z.object(row)), next: RecordPlace.nullable() }),
    }),
    detail: call({
      path: `/${path}/detail`,
      title: { zh: `查看${title.zh}`, en: `View ${title.en}` },
      permit: `${path}:list`,
      business: null,
      input: z.object({ key: RecordKey }),
      output: z.object({ ...row, ...detail }),
    }),
    /** Begins a job that writes a CSV file, packed as ZIP; its operator gets a mail once it is there. */
    export: call({
      path: `/${path}/export`,
      title: { zh: `导出${title.zh}`, en: `Export ${title.en}` },
      permit: `${path}:export`,
      business: 'export',
      input: z.object({ ...filter, columns, timeZone }),
      /** whether its operator has a confirmed address for that mail */
      output: z.object({ id: Id, mailed: z.boolean() }),
    }),
  };
};
