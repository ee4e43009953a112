import { z } from 'zod';
import { call, Id, Time } from '../kit/call.ts';
import { lockFamilies } from '../lock/codes.ts';
import { notUnderstoodReasons } from '../lock/report.ts';

/** Which frame of a device: its time by the lock to the microsecond, its number, its checksum. */
const FrameKey = z.string().regex(/^[\d:.TZ-]{20,30}~\d{1,5}~-?\d{1,10}$/);

const line = {
  key: FrameKey,
  device_time: Time,
  receive_time: Time,
  /** bytes as received */
  length: z.int(),
  /** in words of the family: message id and wake source */
  report_reson: z.string(),
  /** it told of a deed of the lock */
  eventful: z.boolean(),
  /** out of the lock's memory, told late */
  replay: z.boolean(),
  /** false: its sender had not proved to be the lock */
  authenticated: z.boolean(),
};
export const FrameLine = z.object(line);
export type FrameLine = z.output<typeof FrameLine>;

export const Frame = z.object({
  ...line,
  family: z.enum(lockFamilies),
  /** in words of the protocol */
  what: z.string(),
  /** without flags, escapes and checksum, in hexadecimal; bytes that open the lock, and to who may not give cards their numbers, stand there as `••` */
  content: z.string(),
  /** in the order of their bytes; `hidden`: its bytes are covered */
  fields: z.array(
    z.object({
      depth: z.int(),
      name: z.string(),
      from: z.int(),
      length: z.int(),
      hex: z.string(),
      /** null: the fields below it say it */
      value: z.string().nullable(),
      hidden: z.boolean(),
    }),
  ),
  /** what the profile made of it, a list for each report */
  became: z.array(z.array(z.object({ name: z.string(), value: z.string() }))),
  /** what of it became part of no report */
  not_understood: z.array(z.object({ what: z.string(), reason: z.enum(notUnderstoodReasons) })),
  /** false: it was not read to its end by what its device type says now */
  whole: z.boolean(),
});
export type Frame = z.output<typeof Frame>;

/**
 * The frames a device was believed by, newest first as the lock tells its time, and each explained byte by byte: its places and
 * deeds, as the map and its life show them.
 */
export const deviceFrames = {
  list: call({
    path: '/device/frames',
    title: { zh: '查询设备原始帧', en: 'Search the frames of a device' },
    permit: 'map:list',
    business: null,
    input: z.object({
      id: Id,
      to: Time.optional(),
      before: FrameKey.optional(),
      size: z.int().min(1).max(100).default(30),
    }),
    output: z.object({ rows: z.array(FrameLine), more: z.boolean() }),
  }),
  detail: call({
    path: '/device/frame',
    title: { zh: '解释设备原始帧', en: 'Explain a frame of a device' },
    permit: 'map:list',
    business: null,
    input: z.object({ id: Id, key: FrameKey }),
    output: Frame,
  }),
};
