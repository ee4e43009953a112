/** Where a work order stands: its meter is repaired, a second person has signed that, and the last seal on closes it. */
export const workStates = ['open', 'repaired', 'signed', 'closed', 'cancelled'] as const;
export type WorkState = (typeof workStates)[number];
/** While it is one of these it is the meter's open order. */
export const openWork = ['open', 'repaired', 'signed'] as const satisfies WorkState[];

export const workSteps = ['assign', 'repair', 'sign', 'reopen', 'close', 'cancel'] as const;
export type WorkStep = (typeof workSteps)[number];

export interface WorkFacts {
  /** somebody has it */
  assigned: boolean;
  /** who signs is neither who repaired nor who has it */
  another: boolean;
  /** a seal was taken off under it, and its meter stands open */
  opened: boolean;
  /** its meter is under seal: nothing can have been repaired */
  sealed: boolean;
  /** of closing: what measures was not touched, or was verified since */
  verified: boolean;
  /** of opening again: the newest verification since the repair failed */
  failed: boolean;
}
/** Why a step is refused; entries of `errors`. */
export type WorkRefusal =
  | 'workStep'
  | 'workAssigned'
  | 'workSealed'
  | 'workSignSelf'
  | 'workOpened'
  | 'workNotFailed'
  | 'meterNotVerified';
export type WorkVerdict = { state: WorkState } | { refusal: WorkRefusal };

type Listed = [WorkState, needs?: (f: WorkFacts) => WorkRefusal | null];
/** A meter that stands open is not left so. */
const cancel: Listed = ['cancelled', (f) => (f.opened ? 'workOpened' : null)];

/** What was repaired and signed did not pass: it is repaired anew. */
const reopen: Listed = ['open', (f) => (f.failed ? null : 'workNotFailed')];

/** Each listed pair of state and step: what it makes of the order, and what it is not done without. Any other pair is refused. */
const steps: Partial<Record<WorkState, Partial<Record<WorkStep, Listed>>>> = {
  open: {
    assign: ['open'],
    repair: ['repaired', (f) => (!f.assigned ? 'workAssigned' : f.sealed ? 'workSealed' : null)],
    cancel,
  },
  repaired: { sign: ['signed', (f) => (f.another ? null : 'workSignSelf')], reopen, cancel },
  signed: {
    reopen,
    cancel,
    close: ['closed', (f) => (f.opened ? 'workOpened' : f.verified ? null : 'meterNotVerified')],
  },
};

export const workMoved = (state: WorkState, step: WorkStep, facts: WorkFacts): WorkVerdict => {
  const listed = steps[state]?.[step];
  if (!listed) return { refusal: 'workStep' };
  const refusal = listed[1]?.(facts);
  return refusal ? { refusal } : { state: listed[0] };
};
