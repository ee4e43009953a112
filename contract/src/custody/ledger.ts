import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, Id, Latitude, Line, Longitude, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { ledgerGroups } from './rows.ts';

/** Days that are asked for at once, but of one device or person, or of a few that a keyword names. */
export const LEDGER_DAYS = 31;

const row = {
  id: Id,
  /** one of `ledgerFacts` */
  fact: z.string(),
  /** null: it is about none, or of a seal, a journey or a meter alone */
  device_id: Id.nullable(),
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  /** whose it was; '' = out of sight by now */
  org_name: z.string(),
  /** when it happened, by our clock */
  at: Time,
  /** what the lock's or the handset's own clock said; null: none did */
  device_time: Time.nullable(),
  /** when it was written here */
  create_time: Time,
  /** who did it; null and '': no person did */
  operator_id: Id.nullable(),
  oper_name: z.string(),
  /** see `rightsOf` */
  by_right: z.string(),
  lat: Latitude.nullable(),
  lon: Longitude.nullable(),
  /** metres */
  accuracy: z.number().nullable(),
  /** what its group says of it besides */
  details: z.record(z.string(), z.unknown()),
  /** SHA-256 of frames and photos, hexadecimal */
  rests_on: z.array(z.string()),
  /** SHA-256 of all that is said of it, hexadecimal */
  digest: z.string(),
};
export const LedgerRow = z.object(row);
export type LedgerRow = z.output<typeof LedgerRow>;

export const LedgerDetail = z.object({
  ...row,
  /** the digest is still the one of what stands in the row, as the database finds it now */
  holds: z.boolean(),
  /** what it rests on, as far as it is kept and unchanged: the frame, as `/device/frame` asks for it, or the picture */
  kept: z.array(z.object({ sha256: z.string(), frame: z.string().nullable(), file: FileId.nullable() })),
  /** what tells the whole, as far as it is kept and in sight */
  links: z.object({
    order: Id.nullable(),
    opening: Id.nullable(),
    alarm: Id.nullable(),
    stock: Id.nullable(),
    approval: Id.nullable(),
    /** an operation on a lead seal, of the medium in the details */
    seal: Id.nullable(),
  }),
});
export type LedgerDetail = z.output<typeof LedgerDetail>;

const filter = {
  group: oneOrMore(z.enum(ledgerGroups)).optional(),
  device_id: Id.optional(),
  /** who did it */
  operator_id: Id.optional(),
  /**
   * What it is about: number or name of a device or what it guards, the beginning of a seal's number, serial or plate of a batch, or
   * a meter as the list of meters finds it (name, factory number, station, customer). One that names very many is refused (`recordNamesMany`) where
   * the newest rows of each organisation do not fill the page.
   */
  keyword: Line(60).optional(),
  /** of when it happened; without a beginning the last 31 days, of one device or person, or of a few that the keyword names, all there is */
  from: Time.optional(),
  to: Time.optional(),
};
const title = (zh: string, en: string): Text => ({ zh, en });

/** The ledger of custody: every fact of it, as it was written. */
export const ledger = {
  /** By when it happened, newest first, by cursor. */
  list: call({
    path: '/ledger/list',
    title: title('查询操作台账', 'Search the custody ledger'),
    permit: 'ledger:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(50) }),
    output: z.object({ rows: z.array(LedgerRow), more: z.boolean() }),
  }),
  detail: call({
    path: '/ledger/detail',
    title: title('查看台账记录', 'View a fact of the custody ledger'),
    permit: 'ledger:list',
    business: null,
    input: z.object({ id: Id }),
    output: LedgerDetail,
  }),
  export: exportCall({
    path: 'ledger',
    menu: 'ledger',
    title: title('操作台账', 'custody ledger'),
    filter,
    fields: Object.keys(row),
  }),
};
