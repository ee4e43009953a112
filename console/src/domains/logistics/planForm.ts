import type { InputOf } from '@plomb/contract/kit/call';
import { START_METRES } from '@plomb/contract/logistics/batchSteps';
import type { JourneyTemplate, journeyTemplates, SeenOpener } from '@plomb/contract/logistics/journeyTemplates';
import { isLine, type Limits } from '@plomb/contract/logistics/limits';
import type { LogisticsBatchDetail, logisticsBatches } from '@plomb/contract/logistics/logisticsBatches';
import dayjs, { type Dayjs } from 'dayjs';
import { serverNow } from '../../platform/clock.ts';

export type Plan = InputOf<typeof logisticsBatches.add>;
type Position = Plan['positions'][number];
type Asked = InputOf<typeof journeyTemplates.add>;
/** A template as its form is opened with it. */
type Template = Omit<JourneyTemplate, 'version'> & { version?: string };

/** As fields hold it: moments of a picker, and who opens a position as text. */
type Held<P> = Omit<P, 'openers'> & { openers: string[] };
export type PlanTyped = Omit<Plan, 'plan_start' | 'plan_end' | 'stops' | 'positions'> & {
  plan_start: Dayjs;
  plan_end: Dayjs;
  stops: (Omit<Plan['stops'][number], 'plan_time'> & { plan_time: Dayjs | null })[];
  positions: Held<Position>[];
};
export type TemplateTyped = Omit<Asked, 'positions'> & { positions: Held<Asked['positions'][number]>[] };

/** `person 7`, `role 3`; out of sight `person unseen`, which no call is sent. */
export const openerText = ({ kind, id }: Pick<SeenOpener, 'kind' | 'id'>): string => `${kind} ${id ?? 'unseen'}`;
export const isUnseen = (text: string): boolean => text.endsWith(' unseen');
export const openerTexts = (openers: readonly SeenOpener[]): string[] => [...new Set(openers.map(openerText))];
export const openerOf = (text: string): Position['openers'][number] => {
  const [kind, id] = text.split(' ');
  return { kind: kind as 'person' | 'role', id: Number(id) };
};

export const blankPosition = {
  ...{ position: '', process_name: '', medium: 'qr' as const, device_id: null, number: '' },
  ...{ photos_asked: [], open_stops: [], openers: [], second_person: false },
};
const blankPlace = { radius: START_METRES };
const blankRoute = {
  ...{ start: blankPlace, end: blankPlace, destination: blankPlace, stops: [], positions: [blankPosition] },
};

/** What a new plan starts with: in an hour, for four hours. */
export const blankPlan = (): object => {
  const start = dayjs(serverNow()).startOf('hour').add(1, 'hour');
  return { driver: '', plan_start: start, plan_end: start.add(4, 'hour'), ...blankRoute };
};
/** What a new template starts with. */
export const blankTemplate: object = { name: '', carrier: '', minutes: 240, ...blankRoute };

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
}: Omit<LogisticsBatchDetail, 'version'> & { version?: string }): PlanTyped & { version: string | undefined } => ({
  ...{ vehicle_id, carrier, driver, owner_id, start, end, destination, limits, version },
  ...{ plan_start: dayjs(plan_start), plan_end: dayjs(plan_end) },
  stops: stops.map((stop) => ({ ...stop, plan_time: stop.plan_time ? dayjs(stop.plan_time) : null })),
  positions: positions.map((one) => ({
    id: one.id,
    ...{ position: one.position, process_name: one.process_name, medium: one.medium, device_id: one.device_id },
    ...{ number: one.planned_number, photos_asked: one.photos_asked, open_stops: one.open_stops },
    ...{ second_person: one.second_person, openers: openerTexts(one.openers) },
  })),
});

/** A line of one place is none yet. */
const whole = (limits: Limits): Limits =>
  limits.off_route && !isLine(limits.off_route.line)
    ? { ...limits, off_route: { ...limits.off_route, line: [] } }
    : limits;
/** What a plan and a template say of how a position is opened: of a lock its own rules do. */
const opened = ({ medium, openers, second_person }: Pick<Held<Position>, 'medium' | 'openers' | 'second_person'>) => ({
  openers: medium === 'lock' ? [] : openers.map(openerOf),
  second_person: medium !== 'lock' && (second_person ?? false),
});
/** What the form holds of a route as the call is told it. */
export const preparedRoute = <R extends Pick<PlanTyped, 'plan_start' | 'plan_end' | 'stops' | 'limits'>>(
  values: R,
) => ({
  ...values,
  plan_start: values.plan_start.toISOString(),
  plan_end: values.plan_end.toISOString(),
  ...(values.limits && { limits: whole(values.limits) }),
  stops: values.stops.map((stop) => ({
    ...stop,
    patrol: stop.patrol ?? false,
    plan_time: stop.plan_time?.toISOString() ?? null,
  })),
});
/** The same of a whole plan. */
export const prepared = (values: PlanTyped): Plan => ({
  ...preparedRoute(values),
  positions: values.positions.map((one) => ({
    ...blankPosition,
    ...one,
    device_id: one.medium === 'lock' ? (one.device_id ?? null) : null,
    number: one.medium === 'lock' ? '' : (one.number ?? ''),
    ...opened(one),
  })),
});

/** A template as its form holds it. */
export const templateToForm = ({ limits, positions, ...template }: Template): object => ({
  ...template,
  limits: limits ?? undefined,
  positions: positions.map((one) => ({ ...one, openers: openerTexts(one.openers) })),
});
/** When a template has a stop, of a plan that starts then. */
const stopTime = ({ after_minutes }: JourneyTemplate['stops'][number], start: Dayjs): Dayjs | null =>
  after_minutes === null ? null : start.add(after_minutes, 'minute');
/** What a template makes of a plan that starts then; which lock, which number and which vehicle it does not say. */
type Typed = Pick<Held<Position>, 'position' | 'medium' | 'device_id' | 'number'>;
/** What was said with which lock or number, by the position of a template that is of the same name and kind; each once. */
const placed = ({ positions }: Pick<JourneyTemplate, 'positions'>, typed: readonly Typed[]) => {
  const left = [...typed];
  const taken = positions.map(({ position, medium }) => {
    const at = left.findIndex((one) => one.position === position && one.medium === medium);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return { taken, left };
};
/** Positions whose lock or number was said and that the template has no place for: by name, or by number. */
export const lostPositions = (template: Pick<JourneyTemplate, 'positions'>, typed: readonly Typed[]): string[] =>
  placed(template, typed)
    .left.filter(({ device_id, number }) => device_id !== null || number !== '')
    .map((one) => one.position || one.number || `${typed.indexOf(one) + 1}`);
/** `typed`: locks and numbers that were said stay where the template has a position of that name for them. */
export const templateToPlan = (template: JourneyTemplate, start: Dayjs, typed: readonly Typed[] = []): object => {
  const { carrier, minutes, stops, limits, positions } = template;
  const { taken } = placed(template, typed);
  return {
    ...(carrier !== '' && { carrier }),
    plan_end: start.add(minutes, 'minute'),
    ...{ start: template.start, end: template.end, destination: template.destination },
    limits: limits ?? undefined,
    stops: stops.map(({ after_minutes: _, ...stop }, nth) => ({ ...stop, plan_time: stopTime(stops[nth]!, start) })),
    positions: positions.map((one, nth) => {
      const { device_id, number } = taken[nth] ?? blankPosition;
      return { ...blankPosition, ...one, device_id, number, openers: openerTexts(one.openers) };
    }),
  };
};
const isSame = (one: Dayjs | null, other: Dayjs | null): boolean => one?.valueOf() === other?.valueOf();
/** The hours of a plan whose start is moved: those that the template has said go with it, those that somebody typed stay. */
export const startMoved = (
  { minutes, stops }: JourneyTemplate,
  plan: Pick<PlanTyped, 'plan_end' | 'stops'>,
  from: Dayjs,
  to: Dayjs,
): Pick<PlanTyped, 'plan_end' | 'stops'> => ({
  plan_end: isSame(plan.plan_end, from.add(minutes, 'minute')) ? to.add(minutes, 'minute') : plan.plan_end,
  stops: plan.stops.map((stop) => {
    const said = stops.find(({ id }) => id === stop.id);
    return said && isSame(stop.plan_time, stopTime(said, from)) ? { ...stop, plan_time: stopTime(said, to) } : stop;
  }),
});
/** What the form of a template holds as the call is told it. */
export const preparedTemplate = (values: TemplateTyped): Asked => ({
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
    ...opened({ medium, ...one }),
  })),
});
const minutesFrom = (start: string, to: string): number => Math.round((Date.parse(to) - Date.parse(start)) / 60_000);
/** What stays of a plan where it becomes a template. Hours become minutes after the start: none lies before it, or after the end. */
export const planToTemplate = (plan: Plan, name: string): Asked => {
  const minutes = Math.max(1, minutesFrom(plan.plan_start, plan.plan_end));
  return {
    ...{ name, carrier: plan.carrier, minutes, start: plan.start, end: plan.end, destination: plan.destination },
    limits: plan.limits ?? null,
    stops: plan.stops.map(({ plan_time, ...stop }) => ({
      ...stop,
      after_minutes:
        plan_time === null ? null : Math.min(minutes, Math.max(0, minutesFrom(plan.plan_start, plan_time))),
    })),
    positions: plan.positions.map(({ id: _, device_id: __, number: ___, ...one }) => one),
  };
};
