import { z } from 'zod';
import { Id, Line, Time } from '../kit/call.ts';
import { resource } from '../kit/resource.ts';

/** What a meter looks like: by this its outline is drawn. */
export const meterShapes = ['dispenser', 'electricity', 'flow', 'scale', 'other'] as const;
export type MeterShape = (typeof meterShapes)[number];

/** Points at which one device is sealed; a dispenser has four, a cabinet of meters some more. */
export const MOST_POINTS = 12;

const write = {
  type_name: Line(60).min(1, { error: 'required' }),
  shape: z.enum(meterShapes),
  /** where a seal belongs, in their order: what a device of this type starts with */
  points: z
    .array(Line(40).min(1, { error: 'required' }))
    .min(1, { error: 'required' })
    .max(MOST_POINTS, { error: 'pointsMany' })
    .refine((points) => new Set(points).size === points.length, { error: 'pointsTwice' }),
  /** how long a verification is good for */
  verify_months: z.int().min(1).max(240),
  /** how often somebody looks at it */
  inspect_days: z.int().min(1).max(366),
};

/** Equipment types: seen in the organisation that has them and in those below it. */
export const meterTypes = resource({
  path: 'meterType',
  menu: 'meterType',
  title: { zh: '设备类型', en: 'equipment type' },
  row: { ...write, org_name: z.string(), meters: z.int(), create_time: Time },
  write,
  filter: { shape: z.enum(meterShapes).optional() },
  sort: ['type_name', 'create_time'],
});

/** One of them, as a form offers it. */
export const MeterTypeChoice = z.object({
  id: Id,
  type_name: z.string(),
  shape: z.enum(meterShapes),
  verify_months: z.int(),
  /** whether meters can be added of it: not of one that only meters are of which came along from elsewhere */
  is_open: z.boolean(),
});
