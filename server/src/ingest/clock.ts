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

/**
 * What a live report teaches about the lock's clock. Delay on the way can only make a clock look slow, so a sample that
 * is further ahead is believed at once and one further behind by a sixteenth; a lag above the limit is buffering.
 */
export const learnOffset = (known: number, deviceTime: number, receiveTime: number): number => {
  const sample = deviceTime - receiveTime;
  if (sample < -aheadLimit) return known;
  return sample > known ? sample : Math.round(known + (sample - known) / 16);
};

/** A device's time on our clock. */
export const corrected = (deviceTime: number, clockOffset: number): number => deviceTime - clockOffset;
