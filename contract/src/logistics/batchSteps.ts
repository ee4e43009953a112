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
      [(f) => f.authorised || !f.inside, 'sealRight'],
      [(f) => f.reason || f.inside, 'batchReason'],
      [(f) => f.witnessed || !needsSecond(f), 'sealWitness'],
    ],
    after: ({ abnormal, state }, { inside, last }) => ({
      position: 'opened',
      abnormal: abnormal || !inside,
      state: inside && last ? 'completed' : state,
    }),
  },
  scrap: {
    from: { draft: ['sealed'], in_transit: ['sealed'] },
    needs: [
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
    from: { in_transit: [null] },
    needs: [
      [(f) => f.mayEnd, 'batchEnd'],
      [(f) => f.reason, 'batchReason'],
    ],
    after: () => ({ state: 'completed', abnormal: true }),
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
  'sealed_elsewhere',
  'lock_abnormal',
  'late_evidence',
  'contradicts',
  'seal_abnormal',
  'reported',
  'forced_end',
] as const;
export type AbnormalCause = (typeof abnormalCauses)[number];

export interface HeardFacts {
  last: boolean;
  /** the lock was at the start, or nobody knows where */
  atStart: boolean;
  /** where it may be opened; one whose place nobody knows is not */
  inside: boolean;
  /** nothing later is known of the position */
  newest: boolean;
}
export interface Heard {
  standing: BatchStanding;
  steps: { step: BatchStep; cause: AbnormalCause | null }[];
}

/**
 * What the word of a lock is for its batch. Metal cannot be refused: what the table would not allow is a step all the same, and
 * the batch abnormal. A batch that is over takes no step more from what is told of it late, but what was wrong stays with it.
 */
export const heard = (
  standing: BatchStanding,
  word: LockWord,
  { last, atStart, inside, newest }: HeardFacts,
): Heard => {
  const { state, position } = standing;
  const nothing: Heard = { standing, steps: [] };
  const wrong = (cause: AbnormalCause) => ({ step: BatchStep.abnormal, cause });
  if (state === 'cancelled') return nothing;
  if (word === 'abnormal') {
    const cause = state === 'completed' ? 'late_evidence' : 'lock_abnormal';
    return { standing: { ...standing, abnormal: true }, steps: [wrong(cause)] };
  }
  if (state === 'completed') {
    const step = word === 'sealed' ? BatchStep.seal : BatchStep.unseal;
    return {
      standing: { ...standing, abnormal: true },
      steps: [{ step, cause: null }, wrong('late_evidence')],
    };
  }
  // what is known of later stands; of an opening elsewhere it is known now
  if (!newest) {
    const isWrong = word === 'unsealed' && state === 'in_transit' && !inside;
    return {
      standing: { ...standing, abnormal: standing.abnormal || isWrong },
      steps: [
        { step: word === 'sealed' ? BatchStep.seal : BatchStep.unseal, cause: null },
        ...(isWrong ? [wrong('unsealed_outside')] : []),
      ],
    };
  }
  if (word === 'sealed') {
    if (position === 'sealed') return nothing;
    const isFar = state === 'draft' && !atStart;
    return {
      standing: {
        ...standing,
        position: 'sealed',
        state: last ? 'in_transit' : state,
        abnormal: standing.abnormal || isFar,
      },
      steps: [{ step: BatchStep.seal, cause: null }, ...(isFar ? [wrong('sealed_elsewhere')] : [])],
    };
  }
  if (position !== 'sealed') return nothing;
  const opening = { step: BatchStep.unseal, cause: null };
  // before the departure it is loaded anew, and waits to be sealed again
  if (state === 'draft') return { standing: { ...standing, position: 'waiting' }, steps: [opening] };
  return {
    standing: {
      ...standing,
      position: 'opened',
      abnormal: standing.abnormal || !inside,
      state: inside && last ? 'completed' : state,
    },
    steps: [opening, ...(inside ? [] : [wrong('unsealed_outside')])],
  };
};
