import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { resource } from '../kit/resource.ts';
import { Limits } from './limits.ts';
import {
  BatchStop,
  MOST_OPENERS,
  NamedOpener,
  Opener,
  openedByRules,
  patrolOfLocks,
  positionPlan,
  positionsOf,
  routePlan,
  stopsOf,
  witnessedByRules,
} from './plan.ts';

/** A month: no plan takes longer. */
const MOST_MINUTES = 43_200;

/** A stop has no hour yet: it is so many minutes after the planned start. */
export const TemplateStop = BatchStop.omit({ plan_time: true }).extend({
  after_minutes: z.int().min(0).max(MOST_MINUTES).nullable(),
});

// which lock it is, and which number, is of one journey
const { device_id: _, number: __, ...positionKind } = positionPlan;
const TemplatePosition = z
  .object({ ...positionKind, openers: z.array(Opener).max(MOST_OPENERS) })
  .refine(...openedByRules)
  .refine(...witnessedByRules);

const { start, end, destination } = routePlan;
const route = {
  /** '' = said with each plan */
  carrier: Line(100),
  /** from the planned start to the planned end */
  minutes: z.int().min(1).max(MOST_MINUTES),
  ...{ start, end, destination },
  stops: stopsOf(TemplateStop),
  /** null: as the organisation of the plan has it */
  limits: Limits.nullable(),
};
const row = {
  name: Line(60).min(1, { error: 'required' }),
  org_name: z.string(),
  /** it is of the caller's organisations, and not of one above them */
  is_own: z.boolean(),
  carrier: route.carrier,
  minutes: route.minutes,
  start_address: z.string(),
  destination_address: z.string(),
  stop_count: z.int(),
  position_count: z.int(),
  create_time: Time,
  update_time: Time,
};
/** The first stop that comes later than the end; -1: none does. */
const stopAfterEnd = ({
  minutes,
  stops,
}: {
  minutes: number;
  stops: readonly { after_minutes: number | null }[];
}): number => stops.findIndex(({ after_minutes }) => after_minutes !== null && after_minutes > minutes);
const positions = positionsOf(TemplatePosition);
type Asked = { minutes: typeof route.minutes; stops: typeof route.stops; positions: typeof positions };
const inTime = <S extends z.ZodObject<Asked>>(input: S) =>
  input.superRefine((of, { addIssue }) => {
    const stray = stopAfterEnd(of);
    if (stray >= 0) addIssue({ code: 'custom', path: ['stops', stray, 'after_minutes'], message: 'batchStopMinutes' });
    const idle = patrolOfLocks(of.positions, of.stops);
    if (idle >= 0) addIssue({ code: 'custom', path: ['stops', idle, 'patrol'], message: 'batchPatrolLocks' });
  });

const plain = resource({
  path: 'journeyTemplate',
  menu: 'journeyTemplate',
  title: { zh: '行程模板', en: 'journey template' },
  row,
  write: {
    name: row.name,
    ...route,
    positions,
  },
  filter: {},
  sort: ['name', 'minutes', 'update_time'],
});
/** Somebody whom the reader does not see has neither number nor name. */
const SeenOpener = NamedOpener.extend({ id: Id.nullable() });
export type SeenOpener = z.output<typeof SeenOpener>;
/** A template whole. */
export const JourneyTemplate = plain.detail.output.extend({
  ...route,
  stops: z.array(TemplateStop),
  positions: z.array(z.object({ ...positionKind, openers: z.array(SeenOpener) })),
});
export type JourneyTemplate = z.output<typeof JourneyTemplate>;

/** Whoever plans makes them, changes them and takes them away: it takes no button of its own. */
const planning = { permit: 'logisticsBatch:add' } as const;
/** What plans are made of again and again: the route, the positions, the photos asked, who may open where. Seen in the organisation that has them and in those below it. */
export const journeyTemplates = {
  ...plain,
  detail: call({ ...plain.detail, output: JourneyTemplate }),
  add: call({ ...plain.add, ...planning, input: inTime(plain.add.input) }),
  update: call({ ...plain.update, ...planning, input: inTime(plain.update.input) }),
  delete: call({ ...plain.delete, ...planning }),
};
