/** What a batch goes through. Numbers of the specification, section 4. */
export const BatchStep = { seal: 0, inspect: 1, unseal: 2, scrap: 3, force: 4, abnormal: 5 } as const;
export type BatchStep = (typeof BatchStep)[keyof typeof BatchStep];
export const batchSteps = Object.values(BatchStep);

/** `in_transit` since the last required position was sealed; a draft is not on the road. */
export const batchStates = ['draft', 'in_transit', 'completed', 'cancelled'] as const;
export type BatchState = (typeof batchStates)[number];

/** Of what a position waits: to be sealed, to be unsealed, or nothing. */
export const positionStates = ['waiting', 'sealed', 'opened'] as const;
export type PositionState = (typeof positionStates)[number];

/** What happens to a batch: its steps, and what people decide beside them. */
export const batchEvents = ['seal', 'inspect', 'unseal', 'scrap', 'force', 'abnormal', 'cancel', 'amend'] as const;
export type BatchEvent = (typeof batchEvents)[number];

export interface BatchStanding {
  state: BatchState;
  /** never forgotten, whatever comes after */
  abnormal: boolean;
  /** a seal was scrapped on the way; never forgotten either */
  scrapped: boolean;
  /** of the position that an event is about; null: it is about none */
  position: PositionState | null;
}

/** What is known of an event beside the batch. */
export interface BatchFacts {
  /** the other positions need nothing more for it: all required are sealed, or none is any more */
  last: boolean;
  /** of all openings the newest is at the destination */
  atDestination: boolean;
  /** whatever came off on the way was sealed again: all are opened at the destination */
  resealed: boolean;
  /** whoever seals is at the start, or says why nobody knows where */
  atStart: boolean;
  /** photos that are there, and that the position asks for */
  photos: number;
  photosAsked: number;
  /** the number is the planned one, or the recorded one */
  matches: boolean;
  /** whoever opens is one of those who may, where they may */
  authorised: boolean;
  /** inside the destination, or a stop where this position may be opened */
  inside: boolean;
  /** the plan asks for a second person at this position */
  bySecond: boolean;
  /** a second person stands behind it */
  witnessed: boolean;
  reason: boolean;
  /** its owner, or an administrator */
  mayEnd: boolean;
  /** a seal is on some position of it, or was */
  applied: boolean;
}

/** Metres around its start in which a batch is sealed, where its plan says nothing else. Source: ours, domain rules §11. */
export const START_METRES = 500;
/** Seconds for which a place counts, as for locks. */
export const PLACE_SECONDS = 30 * 60;

/** Why an event is refused; entries of `errors`. */
export type BatchRefusal =
  | 'batchStep'
  | 'batchPosition'
  | 'batchStart'
  | 'batchPhotos'
  | 'sealMismatch'
  | 'sealRight'
  | 'sealWitness'
  | 'batchReason'
  | 'batchEnd'
  | 'batchApplied';

type Need = readonly [ok: (f: BatchFacts) => boolean, refusal: BatchRefusal];
interface Rule {
  /** in which states of the batch, and of the position: null = it is about none */
  from: Partial<Record<BatchState, readonly (PositionState | null)[]>>;
  needs: readonly Need[];
  after(standing: BatchStanding, facts: BatchFacts): Partial<BatchStanding>;
}

type Opening = Pick<BatchFacts, 'last' | 'atDestination' | 'resealed' | 'inside'>;
const completes = ({ last, atDestination }: Opening): boolean => last && atDestination;
/** What is wrong with an opening on the road: where it was, and what nobody sealed again by the time it completes the batch. */
export const openingCauses = (facts: Opening): AbnormalCause[] => [
  ...(facts.inside ? [] : ['unsealed_outside' as const]),
  ...(completes(facts) && !facts.resealed ? ['not_resealed' as const] : []),
];

/** Every row of the table: whatever is not named here is refused. */
const rules: Record<BatchEvent, Rule> = {
  seal: {
    // what was opened on the way, by customs or at a stop, is closed again
    from: { draft: ['waiting'], in_transit: ['waiting', 'opened'] },
    needs: [
      [(f) => f.atStart, 'batchStart'],
      [(f) => f.matches, 'sealMismatch'],
      [(f) => f.photos >= f.photosAsked, 'batchPhotos'],
    ],
    after: ({ state }, { last }) => ({ position: 'sealed', state: last ? 'in_transit' : state }),
  },
  inspect: {
    from: { draft: ['sealed'], in_transit: ['sealed'] },
    needs: [[(f) => f.matches, 'sealMismatch']],
    after: () => ({}),
  },
  unseal: {
    from: { in_transit: ['sealed'] },
    needs: [
      [(f) => f.matches, 'sealMismatch'],
      [(f) => f.authorised, 'sealRight'],
      [(f) => f.reason || f.inside, 'batchReason'],
      [(f) => f.witnessed || !needsSecond(f), 'sealWitness'],
    ],
    after: ({ abnormal, state }, facts) => ({
      position: 'opened',
      abnormal: abnormal || openingCauses(facts).length > 0,
      state: completes(facts) ? 'completed' : state,
    }),
  },
  scrap: {
    from: { draft: ['sealed'], in_transit: ['sealed'] },
    // a seal that is on opens what it is on: on the road so may whoever may unseal
    needs: [
      [(f) => f.matches, 'sealMismatch'],
      [(f) => f.authorised, 'sealRight'],
      [(f) => f.reason, 'batchReason'],
      [(f) => f.witnessed, 'sealWitness'],
    ],
    after: () => ({ position: 'waiting', scrapped: true }),
  },
  abnormal: {
    from: { draft: ['sealed', null], in_transit: ['waiting', 'sealed', 'opened', null] },
    needs: [
      [(f) => f.reason, 'batchReason'],
      [(f) => f.photos > 0, 'batchPhotos'],
    ],
    after: () => ({ abnormal: true }),
  },
  force: {
    // also of one that never left: what is on it and cannot be taken off keeps its vehicle and its locks
    from: { draft: [null], in_transit: [null] },
    needs: [
      [(f) => f.mayEnd, 'batchEnd'],
      [(f) => f.reason, 'batchReason'],
    ],
    after: ({ state }) => ({ state: state === 'draft' ? 'cancelled' : 'completed', abnormal: true }),
  },
  cancel: {
    from: { draft: [null] },
    needs: [[(f) => !f.applied, 'batchApplied']],
    after: () => ({ state: 'cancelled' }),
  },
  amend: {
    from: { draft: [null], in_transit: [null] },
    needs: [[(f) => f.reason, 'batchReason']],
    after: () => ({}),
  },
};

/** Whether an opening takes two: where its plan says so, and everywhere but where it may be opened. */
export const needsSecond = ({ bySecond, inside }: Pick<BatchFacts, 'bySecond' | 'inside'>): boolean =>
  bySecond || !inside;

export type BatchVerdict = { standing: BatchStanding } | { refusal: BatchRefusal };

/** Where a batch stands after an event, or why it cannot be. */
export const stepped = (standing: BatchStanding, event: BatchEvent, facts: BatchFacts): BatchVerdict => {
  const { from, needs, after } = rules[event];
  const positions = from[standing.state];
  if (!positions) return { refusal: 'batchStep' };
  if (!positions.includes(standing.position)) return { refusal: 'batchPosition' };
  const no = needs.find(([ok]) => !ok(facts));
  return no ? { refusal: no[1] } : { standing: { ...standing, ...after(standing, facts) } };
};

/** What a lock that is on a position says of its metal. */
export const lockWords = ['sealed', 'unsealed', 'abnormal'] as const;
export type LockWord = (typeof lockWords)[number];

/** Why a batch became abnormal by itself, or by whom. */
export const abnormalCauses = [
  'unsealed_outside',
  'not_resealed',
  'sealed_elsewhere',
  'lock_abnormal',
  'reader_abnormal',
  'late_evidence',
  'contradicts',
  'seal_abnormal',
  'refused_scan',
  'reported',
  'forced_end',
  'off_route',
  'long_stop',
  'lock_silent',
] as const;
export type AbnormalCause = (typeof abnormalCauses)[number];

/** Refusals that say something of what was found: a forger's number, and at a sealed position another than is on record. */
const ofForgers: readonly string[] = ['sealReuse', 'duplicateNumber', 'unknownSeal'];
/**
 * Whether a scan that was refused at a position makes its batch abnormal. What somebody forgot, or may not, does not. `another`: what was
 * found on it is not what is on record, whatever else was wrong with the scan.
 */
export const marks = (refusal: string, position: PositionState, another: boolean): boolean =>
  ofForgers.includes(refusal) || (position === 'sealed' && (another || refusal === 'sealMismatch'));

export interface HeardFacts extends Opening {
  /** the lock was at the start, or nobody knows where */
  atStart: boolean;
  /** nothing later is known of the position */
  newest: boolean;
  /** the batch has left by now, whatever the time of the word */
  left: boolean;
  /** the lock was forced, or opened by whoever had no right to: by itself, or by a reader */
  wrong: 'lock_abnormal' | 'reader_abnormal' | null;
}
export interface Heard {
  standing: BatchStanding;
  steps: { step: BatchStep; cause: AbnormalCause | null }[];
}

interface Metal {
  next: Partial<BatchStanding>;
  causes: AbnormalCause[];
}
/** What became of the metal; null: it is as it was. */
const moved = (
  { state, position }: BatchStanding,
  word: 'sealed' | 'unsealed',
  { atStart, newest, left, ...opening }: HeardFacts,
): Metal | null => {
  const isOpening = word === 'unsealed';
  // what the batch knew before it ended is no news
  if (state === 'completed')
    return isOpening === (position === 'sealed') ? { next: {}, causes: ['late_evidence'] } : null;
  // what is known of later stands; of an opening elsewhere it is known now
  if (!newest)
    return { next: {}, causes: isOpening && state === 'in_transit' && !opening.inside ? ['unsealed_outside'] : [] };
  if (isOpening !== (position === 'sealed')) return null;
  if (!isOpening) {
    const isFar = state === 'draft' && !atStart;
    return {
      next: { position: 'sealed', state: opening.last ? 'in_transit' : state },
      causes: isFar ? ['sealed_elsewhere'] : [],
    };
  }
  // before the departure it is loaded anew, and waits to be sealed again; a batch that has left did so with it open
  if (state === 'draft') {
    const causes: AbnormalCause[] = atStart ? [] : ['unsealed_outside'];
    return left
      ? { next: { position: 'opened' }, causes: ['contradicts', ...causes] }
      : { next: { position: 'waiting' }, causes };
  }
  return {
    next: { position: 'opened', state: completes(opening) ? 'completed' : state },
    causes: openingCauses(opening),
  };
};

/**
 * What the word of a lock is for its batch. Metal cannot be refused: what the table would not allow is a step all the same, and
 * the batch abnormal. A batch that is over takes no step more from what is told of it late, but what was wrong stays with it.
 */
export const heard = (standing: BatchStanding, word: LockWord, facts: HeardFacts): Heard => {
  const { state, abnormal } = standing;
  if (state === 'cancelled') return { standing, steps: [] };
  const metal = word === 'abnormal' ? null : moved(standing, word, facts);
  const wrong = facts.wrong ?? (word === 'abnormal' ? 'lock_abnormal' : null);
  const causes = new Set([
    ...(wrong ? [state === 'completed' ? ('late_evidence' as const) : wrong] : []),
    ...(metal?.causes ?? []),
  ]);
  const step = word === 'sealed' ? BatchStep.seal : BatchStep.unseal;
  return {
    standing: { ...standing, ...metal?.next, abnormal: abnormal || causes.size > 0 },
    steps: [
      ...(metal ? [{ step, cause: null }] : []),
      ...[...causes].map((cause) => ({ step: BatchStep.abnormal, cause })),
    ],
  };
};
