/** The newest time a lock's clock may show, ahead of ours. */
export const aheadLimit = 10 * 60_000;
/** Days back a report is still taken in: a lock keeps about a month of positions while it has no network. */
export const usualAcceptDays = 31;
const sane = Date.UTC(2020, 0, 1);
const day = 86_400_000;

export type ClockTrouble = 'clock_future' | 'clock_unset' | 'too_old';

/**
 * Whether the time of a report can be believed. The learnt offset takes no part in it: an offset that widened the
 * limit would be a ladder on which a clock climbs into the future step by step.
 */
export const clockTrouble = (deviceTime: number, receiveTime: number, acceptDays: number): ClockTrouble | null => {
  if (!(deviceTime >= sane)) return 'clock_unset';
  if (deviceTime > receiveTime + aheadLimit) return 'clock_future';
  if (deviceTime < receiveTime - acceptDays * day) return 'too_old';
  return null;
};

/** What is known of a lock's clock. Times in ms; an offset is how far the clock runs ahead of ours. */
export interface Clock {
  /** believed */
  readonly offset: number;
  /** samples that agree with each other on something else; null: the last one agreed with what is believed */
  readonly trial: Trial | null;
  /** a lock's word came live and yet not promptly: either it was late, or the clock is slower than is believed */
  readonly doubt: Doubt | null;
}
export interface Doubt {
  readonly sample: number;
  readonly receiveTime: number;
  /** newer than every word before it: only a clock that is learnt settles that it was not late */
  readonly inOrder?: boolean;
  /** the first word in doubt, if another was more so */
  readonly began?: Began;
}
interface Began {
  readonly deviceTime: number;
  readonly receiveTime: number;
}
interface Trial {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly receiveTime: number;
}

export const trustedClock: Clock = { offset: 0, trial: null, doubt: null };

/** Samples of one clock lie this close together. */
export const agreement = 15_000;
/** Reports sent again in a burst are late by like amounts too: only samples taken at different times can agree. */
const apart = 20_000;
const enough = 5;
/** A change of the offset below this is the network's trembling. */
const noticeable = 5000;
/** A live word is seldom later than this. */
const lateAtMost = 10 * 60_000;
/** A live report less old than this shows that the clock is right: no older, an order is proved by what it did. */
const prompt = 30_000;

/** What a live report's clock shows, against ours. */
export const sampleOf = (deviceTime: number, receiveTime: number): number => deviceTime - receiveTime;

/**
 * What a live report teaches about the lock's clock. One wild sample, a delay, or a burst of late reports teaches
 * nothing: only several samples, taken apart, that agree; a memory being emptied is told faster than it was filled, so
 * its samples do not. Delay can only make a clock look slow, so the most forward of them is the best.
 */
export const learnClock = (clock: Clock, deviceTime: number, receiveTime: number): Clock => {
  const sample = sampleOf(deviceTime, receiveTime);
  if (sample > aheadLimit) return clock;
  if (Math.abs(sample - clock.offset) <= noticeable) return clock.trial === null ? clock : { ...clock, trial: null };
  const { trial } = clock;
  if (trial !== null && receiveTime < trial.receiveTime + apart) return clock;
  const low = Math.min(sample, trial?.low ?? sample);
  const high = Math.max(sample, trial?.high ?? sample);
  if (trial === null || high - low > agreement)
    return { ...clock, trial: { low: sample, high: sample, count: 1, receiveTime } };
  const count = trial.count + 1;
  if (count >= enough) return { ...clock, offset: high, trial: null };
  return { ...clock, trial: { low, high, count, receiveTime } };
};

/** Whether a live report came as promptly as one does whose clock is as it is believed to be. */
export const isPrompt = ({ offset }: Clock, deviceTime: number, receiveTime: number): boolean =>
  sampleOf(deviceTime, receiveTime) - offset > -prompt;

/**
 * Whether a live report settles the doubt an earlier one left. `late`: the clock is right, so that report was merely
 * late. A number: the clock was set back and this is its offset now. Null: nothing is settled.
 */
export const settleDoubt = (clock: Clock, deviceTime: number, receiveTime: number): 'late' | number | null => {
  if (clock.doubt === null) return null;
  if (isPrompt(clock, deviceTime, receiveTime)) return 'late';
  const { doubt } = clock;
  if (doubt.inOrder || receiveTime < doubt.receiveTime + apart) return null;
  const sample = sampleOf(deviceTime, receiveTime);
  return Math.abs(sample - doubt.sample) <= agreement ? Math.max(sample, doubt.sample) : null;
};

/**
 * Whether a clock that has just been learnt anew is the one that told the word in doubt: that word may have been late by
 * minutes besides, so that no single report agreed with it.
 */
export const explainsDoubt = (before: Clock, { offset, doubt }: Clock): boolean =>
  doubt !== null && offset < before.offset && doubt.sample <= offset + agreement && doubt.sample >= offset - lateAtMost;

/** Where a doubt began, on both clocks. */
export const beganOf = ({ began, sample, receiveTime }: Doubt): Began =>
  began ?? { deviceTime: receiveTime + sample, receiveTime };

/**
 * The doubt after a word told live, that is not prompt or not the newest: of what is older than a word before it the next
 * report tells more.
 */
export const doubtAfter = (before: Doubt | null, { deviceTime, receiveTime }: Began, inOrder: boolean): Doubt => {
  const doubt = { sample: sampleOf(deviceTime, receiveTime), receiveTime, inOrder };
  if (before === null) return doubt;
  return before.inOrder && !inOrder ? { ...doubt, began: beganOf(before) } : before;
};

/**
 * Whether something was told since a doubt began, by the clock in doubt: live, or from a memory that was written by it. What
 * would have happened after it was told, if that clock's offset is `offset`, was written by the clock before.
 */
export const isOfDoubt = (doubt: Doubt, { deviceTime, receiveTime }: Began, offset: number): boolean => {
  const began = beganOf(doubt);
  return (
    receiveTime >= began.receiveTime && deviceTime >= began.deviceTime && deviceTime - offset <= receiveTime + agreement
  );
};

/**
 * The offset of what a lock tells from memory. Delay cannot make a clock look fast: one that is believed to be slow, and
 * shows a time that is less so, has been put right, and its memory was written by that clock. Never ahead of ours for it,
 * since one wild sample must not move what is late.
 */
export const memoryOffset = ({ offset, trial }: Clock): number =>
  trial !== null && trial.high > offset ? Math.min(trial.high, Math.max(offset, 0)) : offset;

/** A device's time on our clock: never past reception, since nothing is told before it happens. */
export const onOurClock = (deviceTime: number, receiveTime: number, offset: number): number =>
  Math.min(deviceTime - offset, receiveTime);
