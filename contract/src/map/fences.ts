import { z } from 'zod';
import { call, EnableStatus, Id, Line, Time } from '../kit/call.ts';
import { resource, statusCall, Version } from '../kit/resource.ts';
import { Outline } from '../lock/outline.ts';
import { Schedule } from '../lock/schedule.ts';

export const fenceTypes = ['line', 'polygon', 'circle'] as const;
/** None of them is a colour that says how a lock stands. */
export const fenceColours = ['violet', 'teal', 'brown', 'pink', 'slate'] as const;
/** What rings: going in, going out, or either. */
export const fenceAlarms = ['enter', 'leave', 'both'] as const;
/** Whose it is: every lock of its organisation and of those below, those of them of some types, or named ones. */
export const fenceBounds = ['all', 'types', 'devices'] as const;
/** Metres: outside by less than this is a trembling fix, not a departure. */
export const fenceMargin = 50;
const fenceLimit = { devices: 1000, types: 50 } as const;

const said = {
  fence_name: Line(60).min(1, { error: 'required' }),
  is_show: z.boolean(),
  colour: z.enum(fenceColours),
  alarm_on: z.enum(fenceAlarms),
  bound: z.enum(fenceBounds),
  /** null: at any time */
  schedule: Schedule.nullable(),
};
const row = {
  ...said,
  fence_type: z.enum(fenceTypes),
  /** metres: of the circle, or half the width of the line; null of a polygon */
  radius: z.number().nullable(),
  status: EnableStatus,
  org_id: Id,
  org_name: z.string(),
  /** locks it is for */
  devices: z.int(),
  create_time: Time,
};
const drawn = {
  /** GeoJSON geometry in WGS-84: Point (circle), LineString (line), Polygon */
  fence_context: z.record(z.string(), z.unknown()),
};
const write = {
  ...said,
  outline: Outline,
  /** asked for by what it is bound to */
  device_ids: z.array(Id).max(fenceLimit.devices),
  device_type_ids: z.array(Id).max(fenceLimit.types),
};

const title = { zh: '围栏', en: 'fence' };
const plain = resource({
  path: 'fence',
  menu: 'fence',
  title,
  row,
  write: { ...write, status: EnableStatus },
  filter: { status: EnableStatus.optional(), fence_type: z.enum(fenceTypes).optional() },
  sort: ['fence_name', 'create_time'],
});
const Named = z.object({ id: Id, sn: z.string(), device_name: z.string(), subject: z.string() });

/** Locks that change sides: how many, and the first of them. */
const Changing = z.object({ total: z.int(), rows: z.array(Named) });

/** Areas on the map that ring when locks go into them or out of them. */
export const fences = {
  ...plain,
  add: call({ ...plain.add, input: plain.add.input.extend({ org_id: Id.optional() }) }),
  /** Enabled or not it stays. */
  update: call({ ...plain.update, input: plain.update.input.omit({ status: true }) }),
  status: statusCall('fence', 'fence', title),
  detail: call({
    ...plain.detail,
    output: z.object({
      id: Id,
      ...row,
      ...drawn,
      device_list: z.array(Named),
      device_type_list: z.array(z.object({ id: Id, device_type_name: z.string() })),
      version: Version,
    }),
  }),
  /** What it would come to if it were saved so: nothing is. By the newest place of each lock it is for. */
  preview: call({
    path: '/fence/preview',
    title: { zh: '预览围栏影响', en: 'What a fence would change' },
    permit: 'fence:list',
    business: null,
    input: z.object({
      /** which one is changed; without it a new one */
      id: Id.optional(),
      org_id: Id.optional(),
      outline: write.outline,
      bound: write.bound,
      device_ids: write.device_ids,
      device_type_ids: write.device_type_ids,
    }),
    output: z.object({
      /** locks it is for, those of them of which no place is known, and those in it */
      locks: z.int(),
      unplaced: z.int(),
      inside: z.int(),
      /** of those it was for before, and is: who is in it by the new outline alone, and by the old one alone */
      into: Changing,
      out_of: Changing,
    }),
  }),
  /** What the form offers. */
  options: call({
    path: '/fence/options',
    title: { zh: '围栏选项', en: 'Fence form options' },
    permit: 'fence:list',
    business: null,
    input: z.object({}),
    output: z.object({
      organizations: z.array(z.object({ id: Id, org_name: z.string(), parent_id: Id.nullable() })),
      device_types: z.array(z.object({ id: Id, device_type_name: z.string() })),
    }),
  }),
  /** The locks it is for that are in it now, by their newest place; the first of them, and how many there are. */
  locks: call({
    path: '/fence/locks',
    title: { zh: '查询围栏内的锁', en: 'Locks in a fence' },
    permit: 'fence:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({
      /** `leaving`: beyond the edge, not yet so far that it has left; these first */
      rows: z.array(z.object({ ...Named.shape, place_time: Time.nullable(), leaving: z.boolean() })),
      total: z.int(),
      leaving: z.int(),
      /** there may be more: so many lie about there that not all were looked at */
      atLeast: z.boolean(),
    }),
  }),
  /** How many locks are in each of these now, among so many around it as a list waits for. */
  inside: call({
    path: '/fence/inside',
    title: { zh: '查询围栏内锁的数量', en: 'How many locks are in fences' },
    permit: 'fence:list',
    business: null,
    input: z.object({ ids: z.array(Id).min(1).max(100) }),
    output: z.object({ rows: z.array(z.object({ id: Id, inside: z.int(), at_least: z.boolean() })) }),
  }),
};

/** A fence that a lock is judged by. */
export const LockFence = z.object({
  id: Id,
  fence_name: row.fence_name,
  colour: row.colour,
  alarm_on: row.alarm_on,
  schedule: row.schedule,
  /** the lock is in it now, by its newest place */
  inside: z.boolean(),
});
export type LockFence = z.output<typeof LockFence>;

/** A fence as the map draws it. */
export const ShownFence = z.object({
  id: Id,
  fence_name: row.fence_name,
  fence_type: row.fence_type,
  ...drawn,
  radius: row.radius,
  colour: row.colour,
  is_show: z.boolean(),
});
export type ShownFence = z.output<typeof ShownFence>;
