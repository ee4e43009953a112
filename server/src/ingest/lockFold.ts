import { maskedActor } from '@plomb/contract/lock/cards';
import { type AlarmKind, Fault, LockAction, LockSource, LockStatus } from '@plomb/contract/lock/codes';
import { againstRule, type Swipe } from '@plomb/contract/lock/swipe';
import { faultOf } from './alarms.ts';
import type { Allowed, Rules } from './deviceRules.ts';
import {
  bySms,
  type Claims,
  commandBehind,
  commandHeard,
  type Evidence,
  evidenceOf,
  type SentCommand,
} from './evidence.ts';
import { type Happening, happeningOf, isConsistent } from './happening.ts';
import { type Move, move } from './lockState.ts';
import { isManaged, loud } from './management.ts';
import { cardOf, judgeSwipe, type SwipeFacts } from './swipe.ts';
import type { LockWord, SealOrder } from './word.ts';

/** What the lock's words, in their true order, come to. Times in ms since 1970 UTC, on our clock. */
export interface LockState {
  readonly lockStatus: LockStatus;
  readonly lockSince: number | null;
  /** who, by the lock's own word, brought it into this status, and how (`msg_lso`) */
  readonly lockActor: string;
  readonly lockSource: number | null;
  /** for locks that only know "locked": a seal order was given and nothing has broken it since */
  readonly sealedByPlatform: boolean;
  /** the last authorised unseal; sealing again ends what it allowed */
  readonly unsealTime: number | null;
  /** what an abnormal status comes from */
  readonly lockFault: number;
}

export const unknownLock: LockState = {
  lockStatus: LockStatus.initial,
  lockSince: null,
  lockActor: '',
  lockSource: null,
  sealedByPlatform: false,
  unsealTime: null,
  lockFault: Fault.none,
};

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
  /** how its card stood to the rules of its time; null: it tells of none, or none was about it */
  swipe: Swipe | null;
}

export interface Ring {
  kind: AlarmKind;
  fault: number;
}

/** What one word comes to. */
export interface Judged {
  state: LockState;
  /** null: it says what is known already */
  row: EventRow | null;
  rings: Ring[];
  evidence: Evidence | null;
}

/** What stands beside the word and the state before it. */
export interface Beside {
  rules: Rules;
  commands: readonly SentCommand[];
  claims: Claims;
}

/** What a word means after the state its lock was in. Pure: the same always gives the same. */
export const judgeWord = (before: LockState, word: LockWord, beside: Beside): Judged =>
  word.authenticated ? believed(before, word, beside) : unproved(before, word, beside);

const believed = (before: LockState, word: LockWord, { rules, commands, claims }: Beside): Judged => {
  const happening = attributed(happeningOf(word), before, word, { rules, commands, claims });
  const authorised = isAuthorised(happening, word, { rules, commands, claims });
  const moved = move(before.lockStatus, happening, {
    model: rules.sealModel,
    sealedByPlatform: before.sealedByPlatform,
    unsealedLately: before.unsealTime !== null && word.at - before.unsealTime <= unsealAllows,
    authorised,
    consistent: isConsistent(word),
  });
  const evidence = evidenceOf(before.lockStatus, happening, word, rules.family, commands, claims);
  const actor = actorOf(word, evidence, commands);
  const lockFault = faultAfter(before, word, happening, moved);
  const kinds = new Set([...moved.alarms, ...(word.event?.alarms ?? [])]);
  if (happening.what === 'tampered') kinds.add(tamperKind(word.fault));
  if (happening.what === 'broken' && (word.event || lockFault !== before.lockFault)) kinds.add('lock_fault');
  const swipe = swipeOf(word, rules.swipes);
  // a lock that had not been told yet was not opened against what it knew
  if (swipe && againstRule.has(swipe.verdict) && isOpening(word))
    kinds.add(swipe.doubt === 'untold' ? 'card_outside_area' : 'card_against_rule');
  kinds.delete('low_battery'); // the battery is judged by its readings
  const fault = word.fault !== Fault.none ? word.fault : lockFault;
  // a word without a time of its own is kept by its event alone: its frame lies apart
  const tells = word.event !== null || moved.to !== before.lockStatus || kinds.size > 0 || !word.timed;
  return {
    state: { ...stateAfter(before, word, happening, moved, authorised, actor), lockFault },
    row: tells
      ? {
          ...rowOf(word, happening, before.lockStatus, moved.to, actor),
          fault,
          swipe,
          quality: moved.inferred || isSilent(word, happening, before.lockStatus) ? 'inferred' : 'direct',
        }
      : null,
    rings: ringsOf(isQuiet(before, word, happening, moved, rules) ? loud(kinds) : kinds, fault),
    evidence,
  };
};

/** By the rules of its time; what was told while the lock was with somebody else stands as it was judged then. */
const swipeOf = ({ event, at, timed, place, swipe }: LockWord, facts: SwipeFacts | null): Swipe | null => {
  const card = cardOf(event);
  if (card === null) return null;
  if (facts === null || at < facts.owned) return swipe ?? null;
  return judgeSwipe({ card, at, timed, place }, facts);
};

/** A refused card rings as the lock tells it, and one that seals opens nothing. */
const isOpening = ({ event }: LockWord): boolean =>
  event?.lst === LockAction.unlock && event.lso === LockSource.cardUnseal;

/** Done in management mode, which a seal ends; what forces the lock is never quiet, nor is that it turned abnormal unseen. */
const isQuiet = (before: LockState, word: LockWord, happening: Happening, { to }: Move, { managed }: Rules): boolean =>
  managed.length > 0 &&
  before.lockStatus !== LockStatus.sealedLocked &&
  happening.what !== 'tampered' &&
  (to !== LockStatus.abnormal || to === before.lockStatus) &&
  isManaged(managed, word.at);

/**
 * Who did it. Of an order of ours whoever gave it, by name: a lock tells a login name or nobody, by its family. Others as
 * the lock tells them: the number of a card (the source says that it is one), the user of another platform, and a telephone's
 * number as one.
 */
const actorOf = ({ event }: LockWord, evidence: Evidence | null, commands: readonly SentCommand[]): string => {
  const ours = evidence?.result === 'confirmed' ? commands.find(({ id }) => id === evidence.commandId) : undefined;
  if (ours) return ours.by;
  const told = event?.actor ?? '';
  return told !== '' && bySms.has(event?.code ?? '') ? `SMS ${told}` : told;
};

/** The status changed and no event said so. First contact is news, not a gap. */
const isSilent = (word: LockWord, happening: Happening, from: LockStatus): boolean =>
  !word.event && happening.what !== 'broken' && from !== LockStatus.initial;

/**
 * A word of a device that has not proved who it is. It rings what it would ring, since it may be true; it moves nothing
 * and proves nothing, since it may be anybody's: a stranger must not make an open lock look sealed.
 */
const unproved = (before: LockState, word: LockWord, { rules }: Beside): Judged => {
  const alone = believed(
    before,
    { ...word, authenticated: true },
    // nobody's word is quiet: who has the device did not do that
    { rules: { ...rules, managed: [] }, commands: [], claims: new Map() },
  );
  const heard: readonly AlarmKind[] = [
    ...(word.event?.alarms ?? []),
    'illegal_unlock',
    'illegal_unlocking',
    'lock_fault',
    'card_against_rule',
  ];
  const rings = alone.rings.filter(({ kind }) => heard.includes(kind));
  const tells = word.event !== null || rings.length > 0;
  const actor = actorOf(word, null, []);
  const row = rowOf(word, happeningOf(word), before.lockStatus, before.lockStatus, actor);
  return {
    state: before,
    row: tells ? { ...row, swipe: alone.row?.swipe ?? null, quality: 'direct' } : null,
    rings,
    evidence: null,
  };
};

/**
 * A seal the platform holds: the lock was closed, as far as its words told. Found open by a word that came later, the
 * order has sealed nothing.
 */
export const judgeOrder = (
  before: LockState,
  order: SealOrder,
): Pick<Judged, 'state' | 'evidence'> & { row: EventRow } => {
  const holds = before.lockStatus === LockStatus.unsealedLocked || before.lockStatus === LockStatus.sealedLocked;
  const state: LockState = holds
    ? {
        ...before,
        lockStatus: LockStatus.sealedLocked,
        lockSince: order.at,
        lockActor: order.actor,
        lockSource: LockSource.remoteSeal,
        sealedByPlatform: true,
        unsealTime: null,
      }
    : before;
  return {
    state,
    row: {
      code: 'platform:seal',
      lst: LockAction.lock,
      lso: LockSource.remoteSeal,
      lsBefore: before.lockStatus,
      lsAfter: state.lockStatus,
      fault: Fault.none,
      actor: order.actor,
      quality: 'inferred',
      swipe: null,
    },
    evidence: { commandId: order.commandId, result: holds ? 'held' : 'contradicted', at: order.at },
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
  before: LockState,
  word: LockWord,
  { rules, commands, claims }: Beside,
): Happening => {
  if (rules.sealModel !== 'platform' || commands.length === 0) return happening;
  const isOpening =
    happening.what === 'stated' &&
    happening.status === LockStatus.unsealedOpen &&
    before.lockStatus === LockStatus.sealedLocked;
  const isPassword = happening.what === 'unseal' && happening.source === LockSource.passwordUnseal;
  if (!isOpening && !isPassword) return happening;
  const ours = commandBehind('unseal', word, rules.family, commands, claims);
  return ours ? { what: 'unseal', source: LockSource.remoteUnseal } : happening;
};

const isWithin = (times: readonly Allowed[], at: number): boolean =>
  times.some(({ from, until }) => from <= at && (until === null || at < until));

const isAuthorised = (happening: Happening, word: LockWord, { rules, commands, claims }: Beside): boolean => {
  if (happening.what !== 'seal' && happening.what !== 'unseal') return true;
  const { what: deed, source } = happening;
  if (source === LockSource.automaticSeal) return true;
  const isOrdered = () =>
    commandBehind(deed, word, rules.family, commands, claims) !== null ||
    commandHeard(deed, word, rules.family, commands, claims) !== null;
  if (source === LockSource.remoteSeal || source === LockSource.remoteUnseal) return isOrdered();
  // an order of the time was judged when it left: what opens of itself, by a card, a phone or a password is not
  if (deed === 'unseal' && isWithin(rules.frozen, word.at))
    return source === LockSource.authorisedUnlock && isOrdered();
  // the lock says that somebody was authorised: by an authorisation of that time, or an order of ours
  if (source === LockSource.authorisedUnlock) return isWithin(rules.authorisations, word.at) || isOrdered();
  const denial: AlarmKind = deed === 'seal' ? 'seal_without_right' : 'illegal_unlock';
  if (word.event?.alarms.includes(denial)) return false;
  return rules.authorised({ deed, source, actor: word.event?.actor ?? null, at: word.at, place: word.place });
};

/** What an abnormal status comes from; it stays beside the status until the lock has left it. */
const faultAfter = (before: LockState, word: LockWord, happening: Happening, { to, alarms }: Move): number => {
  if (to !== LockStatus.abnormal) return Fault.none;
  if (happening.what === 'broken') return word.fault;
  if (happening.what === 'tampered') return word.fault === Fault.illegalUnlock ? word.fault : Fault.illegalUnlocking;
  if (alarms.includes('illegal_unlocking')) return Fault.illegalUnlocking;
  return alarms.includes('illegal_unlock') ? Fault.illegalUnlock : before.lockFault;
};

const stateAfter = (
  before: LockState,
  word: LockWord,
  happening: Happening,
  { to }: Move,
  authorised: boolean,
  actor: string,
): Omit<LockState, 'lockFault'> => {
  const stays = to === before.lockStatus;
  const isSealing = to === LockStatus.sealedLocked && !stays;
  const unsealed = happening.what === 'unseal' && authorised;
  const source = 'source' in happening ? happening.source : (word.event?.lso ?? null);
  return {
    lockStatus: to,
    lockSince: stays ? before.lockSince : word.at,
    // the present is written once for all who see it
    lockActor: stays ? before.lockActor : maskedActor(actor, source),
    lockSource: stays ? before.lockSource : source,
    // Opened or forced, the seal is broken for good: locking again does not bring it back.
    sealedByPlatform: before.sealedByPlatform && (stays || isSealing),
    unsealTime: unsealed ? word.at : isSealing || happening.what === 'seal' ? null : before.unsealTime,
  };
};

const tamperKind = (fault: number): AlarmKind =>
  fault === Fault.illegalUnlock ? 'illegal_unlock' : 'illegal_unlocking';

const ringsOf = (kinds: ReadonlySet<AlarmKind>, fault: number): Ring[] =>
  Array.from(kinds, (kind) => ({ kind, fault: faultOf(kind, fault) }));

const rowOf = (
  word: LockWord,
  happening: Happening,
  from: LockStatus,
  to: LockStatus,
  actor: string,
): Omit<EventRow, 'quality' | 'swipe'> => ({
  code: word.event?.code ?? (happening.what === 'broken' ? `fault:${word.fault}` : `status:${to}`),
  lst: word.event?.lst ?? actionInto(to, from),
  lso: 'source' in happening ? happening.source : (word.event?.lso ?? null),
  lsBefore: from,
  lsAfter: to,
  fault: word.fault,
  actor,
});

/** The action that leads from one status to another, where no event named it. */
const actionInto = (to: LockStatus, from: LockStatus): LockAction => {
  if (to === LockStatus.abnormal) return LockAction.normal;
  const opens = to === LockStatus.unsealedOpen || from === LockStatus.sealedLocked;
  return opens ? LockAction.unlock : LockAction.lock;
};
