import { z } from 'zod';
import { call, Id, Latitude, Line, Longitude, Nothing, oneOrMore, pageSizes, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { witness } from './field.ts';
import { isoClasses, SealKindChoice } from './kinds.ts';
import { type SealMedium, sealNumbers } from './number.ts';
import { rfidStates } from './rfidSteps.ts';
import { sealStates } from './sealSteps.ts';

/** So many seals are made or registered at once. */
export const MOST_SEALS = 10_000;

export const Series = z.object({
  id: Id,
  /** in front of the running number; of what was registered chip by chip, what the lot is called */
  prefix: z.string(),
  /** null: registered chip by chip */
  first: z.int().nullable(),
  count: z.int(),
  kind_name: z.string(),
  iso_class: z.enum(isoClasses),
  reusable: z.boolean(),
  org_name: z.string(),
  oper_name: z.string(),
  /** who signed in beside them; '' = nobody */
  witness: z.string(),
  create_time: Time,
  /** received = used + in hand + scrapped + unexplained */
  used: z.int(),
  in_hand: z.int(),
  scrapped: z.int(),
  /** went missing between two hands */
  unexplained: z.int(),
});
export type Series = z.output<typeof Series>;

export const Seal = z.object({
  id: Id,
  number: z.string(),
  series_id: Id,
  prefix: z.string(),
  kind_name: z.string(),
  iso_class: z.enum(isoClasses),
  reusable: z.boolean(),
  org_name: z.string(),
  state: z.enum(sealStates),
  abnormal: z.boolean(),
  /** how the lock of a chip stands by its last word; null: it has none, or nobody has told yet */
  rfid_state: z.enum(rfidStates).nullable(),
  /** who has it in hand; '' = it is on something, or scrapped */
  holder_name: z.string(),
  /** what it is on, or was on last */
  object: z.string(),
  seal_time: Time.nullable(),
  last_time: Time.nullable(),
  create_time: Time,
});
export type Seal = z.output<typeof Seal>;

/** How a seal comes into a hand or leaves one. */
export const handKinds = ['received', 'used', 'given', 'returned', 'scrapped', 'missing', 'found'] as const;

const filter = {
  keyword: Line(60).optional(),
  series_id: Id.optional(),
  state: oneOrMore(z.enum(sealStates)).optional(),
  abnormal: z.boolean().optional(),
  holder_id: Id.optional(),
};

const names: Record<SealMedium, Text> = {
  qr: { zh: '二维码铅封', en: 'QR seals' },
  nfc: { zh: 'NFC 铅封', en: 'NFC seals' },
  rfid: { zh: 'RFID 铅封', en: 'RFID seals' },
};
const menus = { qr: 'qrSeal', nfc: 'nfcSeal', rfid: 'rfidSeal' } as const satisfies Record<SealMedium, string>;

/** The seals of one medium: their series, each of them, and its life. */
export const sealsOf = <const M extends SealMedium>(medium: M) => {
  const menu = menus[medium];
  const at = (verb: string): `/${string}` => `/${menu}/${verb}`;
  const { zh, en } = names[medium];
  const read = { permit: `${menu}:list`, business: null } as const;
  return {
    /** Newest first, by cursor. */
    list: call({
      path: at('list'),
      title: { zh: `查询${zh}`, en: `Search ${en}` },
      ...read,
      input: z.object({
        ...filter,
        before: Id.optional(),
        size: z
          .int()
          .refine((n) => (pageSizes as readonly number[]).includes(n), { error: 'pageSize' })
          .default(20),
      }),
      output: z.object({ rows: z.array(Seal), more: z.boolean() }),
    }),
    detail: call({
      path: at('detail'),
      title: { zh: `查看${zh}`, en: `View one of ${en}` },
      ...read,
      input: z.object({ id: Id }),
      output: Seal.extend({
        lat: Latitude.nullable(),
        lon: Longitude.nullable(),
        maker: z.string(),
        certificate: z.string(),
        /** what its label says in its code; '' = it has none */
        payload: z.string(),
      }),
    }),
    /** Who had it in hand, the newest first. */
    hands: call({
      path: at('hands'),
      title: { zh: `查询${zh}持有链`, en: `Who held one of ${en}` },
      ...read,
      input: z.object({ id: Id }),
      output: z.object({
        rows: z.array(
          z.object({
            id: Id,
            kind: z.enum(handKinds),
            at: Time,
            holder_name: z.string(),
            handover_id: Id.nullable(),
          }),
        ),
      }),
    }),
    export: exportCall({
      path: menu,
      menu,
      title: names[medium],
      filter,
      fields: Object.keys(Seal.shape),
    }),
    series: call({
      path: at('series'),
      title: { zh: `查询${zh}系列`, en: `Search series of ${en}` },
      ...read,
      input: z.object({ keyword: Line(60).optional(), before: Id.optional() }),
      output: z.object({ rows: z.array(Series), more: z.boolean() }),
    }),
    /** Kinds that a form offers. */
    kinds: call({
      path: at('kinds'),
      title: { zh: `查询${zh}类别`, en: `Kinds of ${en}` },
      permit: `${menu}:add`,
      business: null,
      input: Nothing,
      output: z.object({
        rows: z.array(SealKindChoice),
        /** some organisation in sight has series made by two */
        by_two: z.boolean(),
      }),
    }),
    /** In whose hands they can be: operators of the caller's organisations, by name. */
    people: call({
      path: at('people'),
      title: { zh: `查询${zh}持有人`, en: `People who can hold ${en}` },
      permit: `${menu}:add`,
      business: null,
      input: z.object({ keyword: Line(60).default('') }),
      output: z.object({ rows: z.array(z.object({ id: Id, oper_name: z.string(), org_name: z.string() })) }),
    }),
    add: call({
      path: at('add'),
      title: {
        zh: medium === 'qr' ? '生成二维码铅封系列' : `登记${zh}`,
        en: medium === 'qr' ? 'Generate a series of QR seals' : `Register ${en}`,
      },
      permit: `${menu}:add`,
      business: 'insert',
      input: z
        .object({
          kind_id: Id,
          /** whose hands they are in from now on */
          holder_id: Id,
          prefix: sealNumbers.nfc.max(16),
          /** a series of running numbers */
          first: z.int().min(0).max(999_999_999).optional(),
          count: z.int().min(1).max(MOST_SEALS).optional(),
          /** or chip by chip */
          numbers: z.array(sealNumbers[medium]).min(1).max(500).optional(),
          /** of numbers that are made, where the holder's organisation asks for it */
          ...witness,
        })
        .refine(
          ({ first, count, numbers }) =>
            numbers ? first === undefined && count === undefined : first !== undefined && count !== undefined,
          {
            error: 'required',
            path: ['numbers'],
          },
        ),
      output: z.object({ id: Id, count: z.int() }),
    }),
  };
};
