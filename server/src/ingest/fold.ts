import { type AlarmKind, LockStatus } from '@plomb/contract/lock/codes';
import type { Rules } from './deviceRules.ts';
import type { Claims, Evidence, SentCommand } from './evidence.ts';
import { claimed, type History, judgeAny, type StoredEvent, type StoredStatement } from './history.ts';
import type { Taken } from './intake.ts';
import { type Judged, judgeWord, type LockState, type Ring } from './lockFold.ts';
import { endedBefore, endedBySeal } from './management.ts';
import { isSameSwipe } from './swipe.ts';
import { type LockWord, trueOrder, type WordKey } from './word.ts';

/** A new word and what it came to. */
export interface Told {
  taken: Taken;
  judged: Judged;
  /** kinds it rings only because its time is in doubt */
  doubtRings: Ring[];
  /** of the kinds it rings where it says, those that it would not ring by its arrival */
  doubtful: readonly AlarmKind[];
}

/** A stored event that is judged otherwise now that a late word stands before it. */
export interface Amended {
  event: StoredEvent;
  judged: Judged;
  /** rings only now */
  late: Ring[];
  /** rang too early */
  early: AlarmKind[];
}

/** A stored report's statement that means something now that a late word stands before it. */
export interface Uncovered {
  statement: StoredStatement;
  judged: Judged;
}

/** Evidence a command has now and had not, or has lost (null). */
export interface EvidenceChange {
  commandId: number;
  evidence: Evidence | null;
  /** what it comes from */
  source: Taken | StoredEvent | StoredStatement | null;
}

export interface Fold {
  state: LockState;
  told: Told[];
  amended: Amended[];
  uncovered: Uncovered[];
  evidence: EvidenceChange[];
}

type Entry = { key: WordKey; taken: Taken } | { key: WordKey; stored: StoredEvent | StoredStatement };

/**
 * What a lock's words come to in their true order: the new ones, and with `history` those stored after the oldest of
 * them, judged again. Pure: the same words give the same, in whatever order and portions they were told.
 */
export const foldWords = (
  present: LockState,
  taken: readonly Taken[],
  commands: readonly SentCommand[],
  rules: Rules,
  history: History | null,
): Fold => {
  const fold: Fold = { state: history?.base ?? present, told: [], amended: [], uncovered: [], evidence: [] };
  const refolded = new Set(history?.entries.flatMap((e) => (e.kind === 'event' ? [e.id] : [])));
  const given = new Map<number, { evidence: Evidence; source: EvidenceChange['source'] }>();
  let claims: Claims = new Map(
    commands.flatMap((c) => (c.evidence !== null && isClaim(c, refolded) ? [[c.id, c.evidence] as const] : [])),
  );
  const owned = history?.owned ?? Number.NEGATIVE_INFINITY;
  let { managed } = rules;
  let actorTold = history?.baseTold ?? Number.POSITIVE_INFINITY;
  for (const entry of inOrder(taken, history, rules)) {
    const isOwn = entry.key.receiveTime > owned;
    if (isOwn && actorTold <= owned) fold.state = { ...fold.state, lockActor: '' };
    if (managed.length > 0 && fold.state.lockStatus === LockStatus.sealedLocked)
      managed = endedBefore(managed, entry.key.at);
    const judged = judgeEntry(fold.state, entry, {
      rules: managed === rules.managed ? rules : { ...rules, managed },
      commands,
      claims,
    });
    if (managed.length > 0 && judged.state.lockStatus === LockStatus.sealedLocked)
      managed = endedBySeal(managed, entry.key.at);
    if (!isSameChange(fold.state, judged.state)) actorTold = entry.key.receiveTime;
    const source = 'taken' in entry ? entry.taken : entry.stored;
    fold.state = judged.state;
    claims = claimed(claims, judged);
    if (judged.evidence) given.set(judged.evidence.commandId, { evidence: judged.evidence, source });
    if ('taken' in entry) fold.told.push({ taken: entry.taken, judged, doubtRings: [], doubtful: [] });
    else if (entry.stored.kind === 'statement') {
      if (judged.row) fold.uncovered.push({ statement: entry.stored, judged });
    } else if (isOtherwise(entry.stored, judged)) fold.amended.push(amendedBy(entry.stored, judged));
  }
  if (actorTold <= owned) fold.state = { ...fold.state, lockActor: '' };
  for (const command of commands) {
    const now = given.get(command.id);
    if (now) {
      const same = command.evidence === now.evidence.result && isSource(now.source, command.eventId);
      if (!same) fold.evidence.push({ commandId: command.id, evidence: now.evidence, source: now.source });
    } else if (command.eventId !== null && refolded.has(command.eventId))
      fold.evidence.push({ commandId: command.id, evidence: null, source: null });
  }
  ringDoubts(present, fold, taken, commands, rules);
  for (const one of taken)
    if (one.word && !one.counts && !one.copy) {
      const judged = judgeWord(fold.state, { ...one.word, authenticated: false }, { rules, commands: [], claims });
      fold.told.push({ taken: one, judged, doubtRings: [], doubtful: [] });
    }
  return fold;
};

/** What is judged again claims nothing yet, nor does the `possible` that a proof taken away left behind. */
const isClaim = ({ evidence, eventId }: SentCommand, refolded: ReadonlySet<number>): boolean =>
  eventId === null ? evidence !== 'possible' : !refolded.has(eventId);

const isSource = (source: EvidenceChange['source'], eventId: number | null): boolean =>
  source !== null && 'id' in source && source.id === eventId;

const inOrder = (taken: readonly Taken[], history: History | null, { family }: Rules): Entry[] => {
  const entries: Entry[] = [];
  for (const one of taken) if (one.word && one.counts) entries.push({ key: one.word, taken: one });
  for (const stored of history?.entries ?? []) entries.push({ key: stored.key, stored });
  const compare = trueOrder(family);
  return entries.length > 1 ? entries.sort((a, b) => compare(a.key, b.key)) : entries;
};

const judgeEntry = (before: LockState, entry: Entry, beside: Parameters<typeof judgeAny>[2]): Judged => {
  const word = 'taken' in entry ? entry.taken.word : entry.stored.word;
  if (word) return judgeAny(before, word, beside);
  // only an event of before words were kept has none
  const event = (entry as { stored: StoredEvent }).stored;
  return { state: event.after, row: null, rings: [], evidence: null };
};

const isOtherwise = (event: StoredEvent, { state, row, rings }: Judged): boolean => {
  if (event.word === null) return false;
  if (event.retimed || event.rekeyed) return true;
  if (!isSameState(state, event.after)) return true;
  if (row === null) return event.lsBefore !== event.lsAfter || event.rang.length > 0;
  return (
    row.lsBefore !== event.lsBefore ||
    row.lsAfter !== event.lsAfter ||
    row.lso !== event.lso ||
    row.fault !== event.fault ||
    row.actor !== event.actor ||
    row.quality !== event.quality ||
    !isSameSwipe(row.swipe, event.swipe) ||
    rings.length !== event.rang.length ||
    rings.some(({ kind }) => !event.rang.includes(kind))
  );
};

export const isSameState = (a: LockState, b: LockState): boolean =>
  a.lockStatus === b.lockStatus &&
  a.lockSince === b.lockSince &&
  a.lockActor === b.lockActor &&
  a.lockSource === b.lockSource &&
  a.sealedByPlatform === b.sealedByPlatform &&
  a.unsealTime === b.unsealTime &&
  a.lockFault === b.lockFault;

/** Nobody has brought the lock into another status, or again into this one. */
const isSameChange = (a: LockState, b: LockState): boolean =>
  a.lockStatus === b.lockStatus && a.lockSince === b.lockSince && a.lockActor === b.lockActor;

const amendedBy = (event: StoredEvent, judged: Judged): Amended => {
  const known = [...event.rang, ...event.doubtRang];
  const gone = event.retimed ? known : event.rang.filter((kind) => !event.doubtRang.includes(kind));
  return {
    event,
    judged,
    late: judged.rings.filter(({ kind }) => !known.includes(kind)),
    early: gone.filter((kind) => !judged.rings.some((ring) => ring.kind === kind)),
  };
};

/**
 * A word in doubt is judged by arrival too: what it would ring then, it rings, until the lock's next reports show
 * whether its clock is right.
 */
const ringDoubts = (
  present: LockState,
  fold: Fold,
  taken: readonly Taken[],
  commands: readonly SentCommand[],
  rules: Rules,
): void => {
  if (!taken.some((one) => one.doubted)) return;
  const claims: Claims = new Map(commands.flatMap((c) => (c.evidence === null ? [] : [[c.id, c.evidence] as const])));
  let state = present;
  for (const one of taken) {
    if (!one.word || !one.counts || (one.word.replay && !one.doubted)) continue;
    const word: LockWord = one.doubted ? { ...one.word, at: one.word.receiveTime } : one.word;
    const arrived = judgeWord(state, word, { rules, commands, claims });
    state = arrived.state;
    if (!one.doubted) continue;
    const told = fold.told.find((t) => t.taken === one);
    if (!told) continue;
    told.doubtRings = without(arrived.rings, told.judged.rings);
    told.doubtful = without(told.judged.rings, arrived.rings).map(({ kind }) => kind);
    if (told.doubtRings.length > 0 && !told.judged.row) told.judged = { ...told.judged, row: stillRow(arrived, told) };
  }
};

const without = (rings: readonly Ring[], others: readonly Ring[]): Ring[] =>
  rings.filter(({ kind }) => !others.some((other) => other.kind === kind));

/** The row of a word that moves nothing in its place and rings by its arrival. */
const stillRow = (arrived: Judged, { judged }: Told): Judged['row'] =>
  arrived.row && { ...arrived.row, lsBefore: judged.state.lockStatus, lsAfter: judged.state.lockStatus };

/** Whether a late word without an event says no more than what is known of its moment: most of what a lock tells late. */
export const isKnown = (before: LockState, word: LockWord, rules: Rules, commands: readonly SentCommand[]): boolean => {
  if (word.event) return false;
  const { row, state, evidence } = judgeWord(before, word, { rules, commands, claims: new Map() });
  return row === null && evidence === null && isSameState(state, before);
};
