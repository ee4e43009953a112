/** `draft`: nobody gets it; `published`: locks may; `withdrawn`: none may any more. */
export const firmwareStates = ['draft', 'published', 'withdrawn'] as const;
export type FirmwareState = (typeof firmwareStates)[number];

/** As with apps: what was published is fixed, and what was withdrawn is mended by the next version. */
export const firmwareSteps = {
  publish: { from: 'draft', to: 'published' },
  withdraw: { from: 'published', to: 'withdrawn' },
} as const satisfies Record<string, { from: FirmwareState; to: FirmwareState }>;
export type FirmwareStep = keyof typeof firmwareSteps;

/**
 * `draft`: previewed, nothing goes out; `paused`: by a person, or by itself because whoever began it
 * may do so no more; `stopped`: by itself, too many locks failed; `ended`: by a
 * person, for good; `done`: every lock has come to its end.
 */
export const rolloutStates = ['draft', 'running', 'paused', 'stopped', 'ended', 'done'] as const;
export type RolloutState = (typeof rolloutStates)[number];

export const rolloutSteps = {
  start: { from: ['draft'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  /** by itself */
  stop: { from: ['running'], to: 'stopped' },
  resume: { from: ['paused', 'stopped'], to: 'running' },
  end: { from: ['running', 'paused', 'stopped'], to: 'ended' },
  finish: { from: ['running'], to: 'done' },
  /** its failed locks were given another try */
  again: { from: ['done'], to: 'running' },
} as const satisfies Record<string, { from: readonly RolloutState[]; to: RolloutState }>;
export type RolloutStep = keyof typeof rolloutSteps;
/** What its record tells of: its steps, and that the next wave began. */
export const rolloutDeeds = ['start', 'wave', 'pause', 'stop', 'resume', 'again', 'end', 'finish'] as const;
export type RolloutDeed = (typeof rolloutDeeds)[number];

/**
 * How far one lock is. `created`: its wave has not begun; `queued`: it is sent, or the rest of it, as soon as the lock is here and fit; `sending`:
 * its parts go out; `verifying`: all did, and the lock has not proved yet that it runs it.
 */
export const issueStates = [
  'created',
  'queued',
  'sending',
  'verifying',
  'success',
  'failed',
  'cancelled',
  'timed_out',
] as const;
export type IssueState = (typeof issueStates)[number];

/** Why one failed or was not to be. */
export const issueCauses = [
  /** the lock said no, or broke it off, or has no word for it */
  'refused',
  'cancelled',
  'unsupported',
  /** it said that it took it, and reports another version */
  'otherVersion',
  /** what lies in the storage is not what was published */
  'damaged',
  /** a key is configured by now, and it bears no signature that fits */
  'unsigned',
  'withdrawn',
  /** the device got another lock, or another type */
  'exchanged',
  /** it went to another organisation */
  'moved',
  'outOfUse',
  /** it did not come to an end in its two hours, or did not begin before the deadline */
  'silent',
  'deadline',
  'ended',
] as const;
export type IssueCause = (typeof issueCauses)[number];

export const issueSteps = {
  queue: { from: ['created'], to: 'queued' },
  send: { from: ['queued'], to: 'sending' },
  /** the lock is sealed, or comes onto a batch, before it has said that it took it: its last part would have it start anew */
  hold: { from: ['sending', 'verifying'], to: 'queued' },
  /** all parts are there, or the lock says what became of them, be it while it waits again */
  verify: { from: ['queued', 'sending'], to: 'verifying' },
  /** the lock says that it took it, and reports the version */
  succeed: { from: ['verifying'], to: 'success' },
  fail: { from: ['created', 'queued', 'sending', 'verifying'], to: 'failed' },
  cancel: { from: ['created', 'queued'], to: 'cancelled' },
  timeOut: { from: ['created', 'queued', 'sending', 'verifying'], to: 'timed_out' },
  again: { from: ['failed', 'timed_out'], to: 'created' },
} as const satisfies Record<string, { from: readonly IssueState[]; to: IssueState }>;
export type IssueStep = keyof typeof issueSteps;

/** Where a step leads; null: there is none from there. */
export const stepOf = <S extends string>(steps: { from: readonly S[]; to: S }, state: S): S | null =>
  steps.from.includes(state) ? steps.to : null;
