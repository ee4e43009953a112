import { compareVersions } from '@plomb/contract/apps/version';

interface Published {
  app_version: string;
  force_update: boolean;
}

/**
 * What a handset with `current` is offered of what is published: the newest that is newer, which has to be taken as soon as
 * one of those it has not got yet has to be. A later version that may be left lifts no earlier one's "must".
 */
export const upgradeOf = <V extends Published>(published: readonly V[], current: string): V | null => {
  const newer = published.filter(({ app_version }) => compareVersions(app_version, current) > 0);
  const newest = newer.toSorted((a, b) => compareVersions(b.app_version, a.app_version))[0];
  return newest ? { ...newest, force_update: newer.some(({ force_update }) => force_update) } : null;
};

/** What is known of a handset; times are milliseconds. */
export interface Heard {
  app_version: string;
  former_version: string;
  offered_version: string;
  offered_time: number | null;
  fetched_time: number | null;
  version_time: number;
}

/** The same after it asked, running `current`, and was offered `offer`. */
export const heard = (before: Heard | null, current: string, offer: string | null, now: number): Heard => {
  const isOther = before !== null && before.app_version !== current;
  const kept = before?.offered_version ?? '';
  // what it took stays told; what is offered no more, and was not taken, was never its upgrade
  const offered = offer ?? (kept !== '' && compareVersions(current, kept) >= 0 ? kept : '');
  const isSame = offered === kept;
  return {
    app_version: current,
    former_version: isOther ? before.app_version : (before?.former_version ?? ''),
    offered_version: offered,
    offered_time: isSame ? (before?.offered_time ?? null) : offered === '' ? null : now,
    fetched_time: isSame ? (before?.fetched_time ?? null) : null,
    version_time: before === null || isOther ? now : before.version_time,
  };
};
