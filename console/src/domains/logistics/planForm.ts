import type { InputOf } from '@plomb/contract/kit/call';
import { START_METRES } from '@plomb/contract/logistics/batchSteps';
import type { JourneyTemplate, journeyTemplates } from '@plomb/contract/logistics/journeyTemplates';
import type { Limits } from '@plomb/contract/logistics/limits';
import type { LogisticsBatchDetail, logisticsBatches } from '@plomb/contract/logistics/logisticsBatches';
import dayjs, { type Dayjs } from 'dayjs';
import { serverNow } from '../../platform/clock.ts';

export type Plan = InputOf<typeof logisticsBatches.add>;
type Position = Plan['positions'][number];
type Asked = InputOf<typeof journeyTemplates.add>;
/** A template as its form is opened with it. */
type Template = Omit<JourneyTemplate, 'version'> & { version?: string };

/** Who opens a position, as one field holds it: `person 7`, `role 3`. */
const openerText = ({ kind, id }: { kind: string; id: number }): string => `${kind} ${id}`;
const openerOf = (text: string): Position['openers'][number] => {
  const [kind, id] = text.split(' ');
  return { kind: kind as 'person' | 'role', id: Number(id) };
};

export const blankPosition = {
  ...{
    position: '',
    process_name: '',
    medium: 'qr' as const,
    device_id: null,
    number: '',
    photos_asked: [] as string[],
  },
  ...{ open_stops: [] as string[], openers: [] as never[], second_person: false },
};
const blankPlace = { radius: START_METRES };

/** What a new plan starts with: in an hour, for four hours. */
export const blankPlan = (): Partial<Plan> => {
  const start = dayjs(serverNow()).startOf('hour').add(1, 'hour');
  return {
    ...{ driver: '', plan_start: start, plan_end: start.add(4, 'hour') },
    ...{ start: blankPlace, end: blankPlace, destination: blankPlace, stops: [], positions: [blankPosition] },
  } as unknown as Partial<Plan>;
};

/** What a new template starts with. */
export const blankTemplate = {
  ...{ name: '', carrier: '', minutes: 240 },
  ...{ start: blankPlace, end: blankPlace, destination: blankPlace, stops: [], positions: [blankPosition] },
} as unknown as Partial<Asked>;

/** A batch as its form holds it. */
export const planToForm = ({
  vehicle_id,
  carrier,
  driver,
  owner_id,
  plan_start,
  plan_end,
  start,
  end,
  destination,
  stops,
  limits,
  positions,
  version,
}: Omit<LogisticsBatchDetail, 'version'> & { version?: string }): object => ({
  ...{ vehicle_id, carrier, driver, owner_id, start, end, destination, limits, version },
  ...{ plan_start: dayjs(plan_start), plan_end: dayjs(plan_end) },
  stops: stops.map((stop) => ({ ...stop, plan_time: stop.plan_time && dayjs(stop.plan_time) })),
  positions: positions.map((one) => ({
    id: one.id,
    ...{ position: one.position, process_name: one.process_name, medium: one.medium, device_id: one.device_id },
    ...{ number: one.planned_number, photos_asked: one.photos_asked, open_stops: one.open_stops },
    ...{ second_person: one.second_person, openers: one.openers.map(openerText) },
  })),
});

/** A line of one point is none yet. */
const whole = (limits: Limits): Limits =>
  limits.off_route?.line.length === 1 ? { ...limits, off_route: { ...limits.off_route, line: [] } } : limits;
const moment = (value: unknown): string => (value as Dayjs).toISOString();
/** What the form holds as the call is told it. */
export const prepared = (values: Plan): Plan => ({
  ...values,
  plan_start: moment(values.plan_start),
  plan_end: moment(values.plan_end),
  ...(values.limits && { limits: whole(values.limits) }),
  stops: values.stops.map((stop) => ({
    ...stop,
    patrol: stop.patrol ?? false,
    plan_time: stop.plan_time ? moment(stop.plan_time) : null,
  })),
  positions: values.positions.map((one) => ({
    ...blankPosition,
    ...one,
    device_id: one.medium === 'lock' ? (one.device_id ?? null) : null,
    number: one.medium === 'lock' ? '' : (one.number ?? ''),
    // who opens a lock is told by its own rules
    openers: one.medium === 'lock' ? [] : (one.openers as unknown as string[]).map(openerOf),
    second_person: one.medium !== 'lock' && (one.second_person ?? false),
  })),
});

/** A template as its form holds it. */
export const templateToForm = ({ limits, positions, ...template }: Template): object => ({
  ...template,
  limits: limits ?? undefined,
  positions: positions.map((one) => ({ ...one, openers: one.openers.map(openerText) })),
});
/** What a template makes of a plan that starts then; which lock, which number and which vehicle it does not say. */
export const templateToPlan = (template: JourneyTemplate, start: Dayjs): object => {
  const { carrier, minutes, stops, limits, positions } = template;
  return {
    ...(carrier !== '' && { carrier }),
    plan_end: start.add(minutes, 'minute'),
    ...{ start: template.start, end: template.end, destination: template.destination },
    limits: limits ?? undefined,
    stops: stops.map(({ after_minutes, ...stop }) => ({
      ...stop,
      plan_time: after_minutes === null ? null : start.add(after_minutes, 'minute'),
    })),
    positions: positions.map((one) => ({ ...blankPosition, ...one, openers: one.openers.map(openerText) })),
  };
};
/** What the form of a template holds as the call is told it. */
export const preparedTemplate = (values: Asked): Asked => ({
  ...values,
  carrier: values.carrier ?? '',
  limits: values.limits ? whole(values.limits) : null,
  stops: values.stops.map((stop) => ({
    ...stop,
    patrol: stop.patrol ?? false,
    after_minutes: stop.after_minutes ?? null,
  })),
  positions: values.positions.map(({ position, process_name, medium, photos_asked, open_stops, ...one }) => ({
    ...{ position, process_name, medium, photos_asked: photos_asked ?? [], open_stops: open_stops ?? [] },
    openers: medium === 'lock' ? [] : (one.openers as unknown as string[]).map(openerOf),
    second_person: medium !== 'lock' && (one.second_person ?? false),
  })),
});
const minutesFrom = (start: string, to: string): number => Math.round((Date.parse(to) - Date.parse(start)) / 60_000);
/** What stays of a plan where it becomes a template. Hours become minutes after the start: none lies before it. */
export const planToTemplate = (plan: Plan, name: string): Asked => ({
  name,
  carrier: plan.carrier,
  minutes: Math.max(1, minutesFrom(plan.plan_start, plan.plan_end)),
  ...{ start: plan.start, end: plan.end, destination: plan.destination },
  limits: plan.limits ?? null,
  stops: plan.stops.map(({ plan_time, ...stop }) => ({
    ...stop,
    after_minutes: plan_time === null ? null : Math.max(0, minutesFrom(plan.plan_start, plan_time)),
  })),
  positions: plan.positions.map(({ id: _, device_id: __, number: ___, ...one }) => one),
});
