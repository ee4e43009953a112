import { z } from 'zod';
import { Alarm } from '../alarms/alarms.ts';
import { call, Id, Latitude, Longitude, Time } from '../kit/call.ts';
import { isTimeZone } from '../kit/exporting.ts';
import { LockStatusCode, lockFamilies } from '../lock/codes.ts';
import { LockEvent } from '../lock/command.ts';

/** Milliseconds that a playback shows at a time, and at most. */
export const TRACK_WINDOW = 30 * 60_000;
/** Locks that are played together. */
export const MOST_TRACKS = 5;
/** Reports of one lock that are read: one a second, and some that came twice. */
export const MOST_POINTS = 2000;

/** A report of a lock, as a track has it. */
export const TrackPoint = z.object({
  /** when it was told, by our clock */
  at: Time,
  /** when it came */
  receive_time: Time,
  /** told from the lock's memory, or long after it happened */
  late: z.boolean(),
  /** false: its sender had not proved to be the lock; it moves nothing */
  proved: z.boolean(),
  /** null: it had no position, or none that can be true */
  lon: Longitude.nullable(),
  lat: Latitude.nullable(),
  velocity: z.number().nullable(),
  heading: z.int().nullable(),
  electric: z.int().nullable(),
  temperature: z.number().nullable(),
  lock_status: LockStatusCode,
});
export type TrackPoint = z.output<typeof TrackPoint>;

const Beside = TrackPoint.pick({ at: true, lon: true, lat: true }).nullable();

/** What one lock told of itself between two times. */
export const Track = z.object({
  id: Id,
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  /** says whether its seal is the platform's word */
  family: z.enum(lockFamilies),
  /** seconds between its reports while it is awake, and between its wake-ups, from when on; the first of them always before */
  intervals: z.array(z.object({ from: Time, report_interval: z.int(), sleep_interval: z.int() })).min(1),
  points: z.array(TrackPoint),
  /** there are more than `MOST_POINTS`: the first ones are told */
  cut: z.boolean(),
  /** its nearest reports outside of the times, within a month; null: there is none */
  before: Beside,
  after: Beside,
  /** what its metal did, and what rang; of whoever may not read these: none */
  events: z.array(LockEvent),
  alarms: z.array(
    Alarm.pick({
      ...{ id: true, kind: true, fault: true, severity: true, first_time: true, status: true, lon: true, lat: true },
      ...{ late: true, doubtful: true, unproved: true, fences: true },
    }),
  ),
});
export type Track = z.output<typeof Track>;

const asked = {
  ids: z
    .array(Id)
    .min(1, { error: 'required' })
    .max(MOST_TRACKS)
    .refine((ids) => new Set(ids).size === ids.length),
  from: Time,
  to: Time,
};
/** The window is judged where it is typed and where it is answered by the same words. */
const within = <T extends z.ZodObject<typeof asked>>(input: T) =>
  input.superRefine(({ from, to }, { addIssue }) => {
    const length = Date.parse(to) - Date.parse(from);
    const isBeforeAll = Date.parse(from) < 0;
    const message = isBeforeAll
      ? 'recordYear'
      : length > TRACK_WINDOW
        ? 'trackWindow'
        : length <= 0
          ? 'trackBackwards'
          : null;
    if (message) addIssue({ code: 'custom', path: ['to'], message });
  });

export const trackFormats = ['gpx', 'kml', 'csv', 'geojson'] as const;
export type TrackFormat = (typeof trackFormats)[number];

export const tracks = {
  /** Where these locks were in a window of 30 minutes at most, and what happened to them there, in the order asked for. */
  read: call({
    path: '/track/list',
    title: { zh: '查询轨迹', en: 'Read tracks' },
    permit: 'track:list',
    business: null,
    input: within(z.object(asked)),
    output: z.object({ tracks: z.array(Track), /** by our clock */ now: Time }),
  }),
  /** The same as a file: places in WGS-84; nothing joins what lies on the two sides of a gap. */
  write: call({
    path: '/track/writeFile',
    title: { zh: '导出轨迹文件', en: 'Export tracks as a file' },
    permit: 'track:export',
    business: 'export',
    input: within(
      z.object({
        ...asked,
        format: z.enum(trackFormats),
        /** an IANA name; a table has its times in it */
        time_zone: z.string().max(60).refine(isTimeZone, { error: 'timeZone' }),
      }),
    ),
    output: z.object({ name: z.string(), text: z.string() }),
  }),
};
