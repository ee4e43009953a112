import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, Id, Latitude, Line, Longitude, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { type SealMedium, sealMedia } from './number.ts';
import { refusalNames } from './refusalNames.ts';
import { sealAlarms, sealOperations } from './sealSteps.ts';

export const operationOutcomes = ['done', 'refused', 'contradicts'] as const;
export const abnormalKinds = ['missing', 'broken', 'mismatch', 'attacked', 'unreadable', 'other'] as const;

/** One operation on a seal, as it is kept: also one that was refused. */
export const SealOperationRecord = z.object({
  id: Id,
  /** null: nobody knows the number */
  seal_id: Id.nullable(),
  /** as it was read */
  number: z.string(),
  medium: z.enum(sealMedia),
  operation: z.literal(sealOperations),
  outcome: z.enum(operationOutcomes),
  refusal: z.enum(refusalNames).nullable(),
  /** of a refusal that only a forger or a thief gives cause for */
  alarm: z.enum(sealAlarms).nullable(),
  /** when it was done, by the handset's clock as far as that is to be believed */
  at: Time,
  create_time: Time,
  /** it was told more than five minutes after it was done */
  late: z.boolean(),
  oper_name: z.string(),
  org_name: z.string(),
  object: z.string(),
  abnormal_kind: z.enum(abnormalKinds).nullable(),
  reason: z.string(),
  witness: z.string(),
  lat: Latitude.nullable(),
  lon: Longitude.nullable(),
  /** metres */
  accuracy: z.number().nullable(),
  /** metres from where the seal should be */
  metres: z.number().nullable(),
  photos: z.array(FileId),
});
export type SealOperationRecord = z.output<typeof SealOperationRecord>;

const filter = {
  operation: z.literal(sealOperations).optional(),
  outcome: z.enum(operationOutcomes).optional(),
  seal_id: Id.optional(),
  operator_id: Id.optional(),
  from: Time.optional(),
  to: Time.optional(),
  keyword: Line(60).optional(),
};
const menus = { qr: 'qrOperation', nfc: 'nfcUse', rfid: 'rfidUse' } as const satisfies Record<SealMedium, string>;
const names: Record<SealMedium, Text> = {
  qr: { zh: '二维码铅封操作记录', en: 'operation records of QR seals' },
  nfc: { zh: 'NFC 铅封使用记录', en: 'usage records of NFC seals' },
  rfid: { zh: 'RFID 铅封使用记录', en: 'usage records of RFID seals' },
};

/** What was done with the seals of a medium, newest first, by cursor. */
export const operationsOf = <const M extends SealMedium>(medium: M) => {
  const menu = menus[medium];
  const { zh, en } = names[medium];
  return {
    list: call({
      path: `/${menu}/list`,
      title: { zh: `查询${zh}`, en: `Search ${en}` },
      permit: `${menu}:list`,
      business: null,
      input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
      output: z.object({ rows: z.array(SealOperationRecord), more: z.boolean() }),
    }),
    detail: call({
      path: `/${menu}/detail`,
      title: { zh: `查看${zh}`, en: `View one of the ${en}` },
      permit: `${menu}:list`,
      business: null,
      input: z.object({ id: Id }),
      output: SealOperationRecord,
    }),
    export: exportCall({
      path: menu,
      menu,
      title: names[medium],
      filter,
      fields: Object.keys(SealOperationRecord.shape),
    }),
  };
};
