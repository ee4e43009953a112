import { crc32 } from 'node:zlib';
import { type AlarmKind, Fault, LockAction, LockSource, LockStatus, ReportType } from '@plomb/contract/lock';
import type { LockReport } from '@plomb/contract/report';
import { type AlarmChange, faultOf, isBatteryLow } from './alarms.ts';
import { type ClockTrouble, clockTrouble, learnOffset } from './clock.ts';
import { commandBehind, type Evidence, evidenceOf, type SentCommand } from './evidence.ts';
import { isOutside } from './fences.ts';
import { type Happening, happeningOf, isConsistent } from './happening.ts';
import { type Move, move } from './lockState.ts';
import { type Place, type Present, placeOf, type Readings, readingsOf } from './present.ts';
import type { Rules } from './rules.ts';

/** What is known of a device when its report is judged. */
export interface Known {
  present: Present;
  /** physical commands that were written to it and may still be proved */
  commands: readonly SentCommand[];
  /** keys of reports already stored; only those that could repeat need to be looked up (`mayRepeat`) */
  stored: ReadonlySet<string>;
}

/** A row of the opening log. */
export interface EventRow {
  code: string;
  lst: number;
  lso: number | null;
  lsBefore: number;
  lsAfter: number;
  fault: number;
  actor: string;
  quality: 'direct' | 'inferred';
}

export interface Accepted {
  kind: 'store';
  hash: number;
  /** late or replayed: history only */
  replay: boolean;
  /** the status this report's row of history carries; 255 where a late report does not say */
  lockStatus: LockStatus;
  place: Place | null;
  /** null: the present stays as it is */
  next: Present | null;
  readings: Readings | null;
  event: EventRow | null;
  alarms: AlarmChange[];
  evidence: Evidence | null;
}

export type Verdict = { kind: 'duplicate' } | { kind: 'quarantine'; reason: ClockTrouble } | Accepted;

/** crc32 of the frame, as PostgreSQL's signed integer. */
export const hashOf = (report: LockReport): number => crc32(report.raw) | 0;

/** A lock's frame numbers wrap and begin again with each connection, so the frame itself is part of what identifies it. */
export const keyOf = (report: Pick<LockReport, 'deviceTime' | 'serial'>, hash: number): string =>
  `${report.deviceTime}/${report.serial}/${hash}`;

export const isReplay = (report: LockReport): boolean => report.replay || report.msg_type === ReportType.blindSpot;

/** A live report newer than everything live before it cannot have been stored: no need to look. */
export const mayRepeat = (present: Present, report: LockReport): boolean =>
  isReplay(report) || (present.deviceTime !== null && report.deviceTime <= present.deviceTime);

/** What one report means for its device. Pure: the same known facts and report always give the same verdict. */
export const judge = (known: Known, report: LockReport, rules: Rules): Verdict => {
  const hash = hashOf(report);
  if (known.stored.size > 0 && known.stored.has(keyOf(report, hash))) return { kind: 'duplicate' };
  const trouble = clockTrouble(report.deviceTime, report.receiveTime, rules.acceptDays);
  if (trouble) return { kind: 'quarantine', reason: trouble };
  const { present } = known;
  // Clocks of locks tick in seconds and two things happen in one (unsealed, pulled open): at the same second the order
  // of arrival decides, and only an older time is late.
  const isLate = isReplay(report) || (present.deviceTime !== null && report.deviceTime < present.deviceTime);
  return isLate ? history(known, report, hash) : news(known, report, hash, rules);
};

/**
 * A late or replayed report enters history and moves nothing. Two things it still does: what the lock itself calls
 * tampering rings, since thieves work in dead spots too; and a deed done meanwhile proves its command.
 */
const history = ({ present, commands }: Known, report: LockReport, hash: number): Accepted => {
  const happening = happeningOf(report);
  const status = report.event?.ls ?? report.ls ?? LockStatus.initial;
  const kinds = new Set<AlarmKind>(report.event?.alarms.filter((kind) => kind !== 'low_battery'));
  if (happening.what === 'tampered') kinds.add(tamperKind(report.fault));
  return {
    kind: 'store',
    hash,
    replay: true,
    lockStatus: status,
    place: placeOf(report),
    next: null,
    readings: null,
    event: report.event && {
      ...eventOf(report, happening, LockStatus.initial, status),
      quality: 'direct',
    },
    alarms: raised(kinds, report.fault),
    evidence: evidenceOf(happening, report, commands, present.clockOffset),
  };
};

const news = (known: Known, report: LockReport, hash: number, rules: Rules): Accepted => {
  const { present, commands } = known;
  const place = placeOf(report);
  const happening = attributed(happeningOf(report), known, report, rules);
  const authorised = isAuthorised(happening, known, report, rules, place);
  const moved = move(present.lockStatus, happening, {
    model: rules.sealModel,
    sealedByPlatform: present.sealedByPlatform,
    unsealedLately: present.unsealTime !== null && report.deviceTime - present.unsealTime <= unsealAllows,
    authorised,
    consistent: isConsistent(report),
  });
  const kinds = new Set([...moved.alarms, ...(report.event?.alarms ?? [])]);
  const fault = faultAfter(present, report, happening, moved);
  if (happening.what === 'tampered') kinds.add(tamperKind(report.fault));
  if (happening.what === 'broken' && (report.event || fault !== present.fault)) kinds.add('lock_fault');
  const lowBattery = isBatteryLow(present.lowBattery, report.electric, rules.lowBattery, kinds.delete('low_battery'));
  const outsideFence = place
    ? isOutside(present.outsideFence, rules.areas, place.lon, place.lat)
    : present.outsideFence;
  if (lowBattery && !present.lowBattery) kinds.add('low_battery');
  if (outsideFence && !present.outsideFence) kinds.add('out_of_fence');
  const alarms = raised(kinds, fault);
  if (present.lowBattery && !lowBattery) alarms.push({ kind: 'low_battery', cleared: true, fault: Fault.none });
  return {
    kind: 'store',
    hash,
    replay: false,
    lockStatus: moved.to,
    place,
    next: {
      ...statusAfter(present, report, happening, moved, authorised),
      deviceTime: report.deviceTime,
      serial: report.serial,
      fault,
      outsideFence,
      lowBattery,
      clockOffset: learnOffset(present.clockOffset, report.deviceTime, report.receiveTime),
    },
    readings: readingsOf(report, place),
    event:
      report.event || (moved.to !== present.lockStatus && present.lockStatus !== LockStatus.initial)
        ? {
            ...eventOf(report, happening, present.lockStatus, moved.to),
            fault,
            quality: moved.inferred || (!report.event && happening.what !== 'broken') ? 'inferred' : 'direct',
          }
        : null,
    alarms,
    evidence: evidenceOf(happening, report, commands, present.clockOffset),
  };
};

/** How long after an authorised unseal the bar may be pulled. */
const unsealAllows = 10 * 60_000;

/**
 * Locks that only know "locked" cannot say that it was us: a remote unlock comes back as a password, or only as an open
 * bar. With an unseal command of ours in its window, it was ours.
 */
const attributed = (
  happening: Happening,
  { present, commands }: Known,
  report: LockReport,
  rules: Rules,
): Happening => {
  if (rules.sealModel !== 'platform' || commands.length === 0) return happening;
  const isOpening =
    happening.what === 'stated' &&
    happening.status === LockStatus.unsealedOpen &&
    present.lockStatus === LockStatus.sealedLocked;
  const isPassword = happening.what === 'unseal' && happening.source === LockSource.passwordUnseal;
  if (!isOpening && !isPassword) return happening;
  const ours = commandBehind('unseal', commands, report, present.clockOffset);
  return ours ? { what: 'unseal', source: LockSource.remoteUnseal } : happening;
};

const isAuthorised = (
  happening: Happening,
  { commands, present }: Known,
  report: LockReport,
  rules: Rules,
  place: Place | null,
): boolean => {
  if (happening.what !== 'seal' && happening.what !== 'unseal') return true;
  const { what: deed, source } = happening;
  if (source === LockSource.automaticSeal) return true;
  if (source === LockSource.remoteSeal || source === LockSource.remoteUnseal)
    return commandBehind(deed, commands, report, present.clockOffset) !== null;
  const denial: AlarmKind = deed === 'seal' ? 'seal_without_right' : 'illegal_unlock';
  if (report.event?.alarms.includes(denial)) return false;
  return rules.authorised({ deed, source, actor: report.event?.actor ?? null, deviceTime: report.deviceTime, place });
};

/** A fault told once stays beside an abnormal status until the lock has left it; any other is as long as it is told. */
const faultAfter = (present: Present, report: LockReport, happening: Happening, moved: Move): number => {
  if (report.fault !== Fault.none) return report.fault;
  if (happening.what === 'tampered') return Fault.illegalUnlocking;
  if (moved.to !== LockStatus.abnormal) return Fault.none;
  return moved.alarms.includes('illegal_unlock') ? Fault.illegalUnlock : present.fault;
};

const statusAfter = (
  present: Present,
  report: LockReport,
  happening: Happening,
  { to }: Move,
  authorised: boolean,
): Pick<Present, 'lockStatus' | 'lockSince' | 'lockActor' | 'lockSource' | 'sealedByPlatform' | 'unsealTime'> => {
  const stays = to === present.lockStatus;
  const isSealing = to === LockStatus.sealedLocked && !stays;
  const unsealed = happening.what === 'unseal' && authorised;
  return {
    lockStatus: to,
    lockSince: stays ? present.lockSince : report.deviceTime,
    lockActor: stays ? present.lockActor : (report.event?.actor ?? ''),
    lockSource: stays ? present.lockSource : 'source' in happening ? happening.source : (report.event?.lso ?? null),
    // Opened or forced, the seal is broken for good: locking again does not bring it back.
    sealedByPlatform: present.sealedByPlatform && (stays || isSealing),
    unsealTime: unsealed ? report.deviceTime : isSealing || happening.what === 'seal' ? null : present.unsealTime,
  };
};

const tamperKind = (fault: number): AlarmKind =>
  fault === Fault.illegalUnlock ? 'illegal_unlock' : 'illegal_unlocking';

const raised = (kinds: ReadonlySet<AlarmKind>, fault: number): AlarmChange[] =>
  Array.from(kinds, (kind) => ({ kind, cleared: false, fault: faultOf(kind, fault) }));

const eventOf = (report: LockReport, happening: Happening, from: LockStatus, to: LockStatus) => ({
  code: report.event?.code ?? (happening.what === 'broken' ? `fault:${report.fault}` : `status:${to}`),
  lst: report.event?.lst ?? actionInto(to, from),
  lso: 'source' in happening ? happening.source : (report.event?.lso ?? null),
  lsBefore: from,
  lsAfter: to,
  fault: report.fault,
  actor: report.event?.actor ?? '',
});

/** The action that leads from one status to another, where no event named it. */
const actionInto = (to: LockStatus, from: LockStatus): LockAction => {
  if (to === LockStatus.abnormal) return LockAction.normal;
  const opens = to === LockStatus.unsealedOpen || from === LockStatus.sealedLocked;
  return opens ? LockAction.unlock : LockAction.lock;
};
