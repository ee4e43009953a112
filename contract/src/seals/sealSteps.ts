/** What a seal goes through. Numbers of the specification, section 4. */
export const SealOperation = { seal: 0, patrol: 1, unseal: 2, scrap: 3, abnormal: 4 } as const;
export type SealOperation = (typeof SealOperation)[keyof typeof SealOperation];
export const sealOperations = Object.values(SealOperation);

/**
 * What a seal is good for: `blank` can be applied, also one that can be used again once it was taken off; `spent` was taken off and
 * can never be applied again; of `scrapped` nothing is left but its number.
 */
export const sealStates = ['blank', 'sealed', 'spent', 'scrapped'] as const;
export type SealState = (typeof sealStates)[number];

/** All of a seal that its next operation depends on. */
export interface SealStanding {
  state: SealState;
  /** something was wrong with it while it was on: never forgotten as long as it is on */
  abnormal: boolean;
  /** of its kind: it can be applied again once it was taken off */
  reusable: boolean;
}

/** What is known of an operation beside the seal. */
export interface SealFacts {
  /** whoever applies it has it in hand */
  holds: boolean;
  /** on what it is put: a position of a batch, a point of a meter, or what people call it; what it is on already, of all others */
  object: boolean;
  /** whoever applies it was the last to do something with it: they put it on that very thing */
  there: boolean;
  photos: number;
  /** metres between who patrols and where the seal should be; null: one of both places is not known */
  metres: number | null;
  /** why it may be elsewhere all the same */
  override: boolean;
  /** the number that was expected where it was scanned; null: none was */
  expected: string | null;
  number: string;
  /** of whoever takes it off */
  authorised: boolean;
  /** two people stand behind it, or one who may alone */
  witnessed: boolean;
  reason: boolean;
  /** of an abnormal one: what is wrong */
  kind: boolean;
}

/** Metres within which a patrol has seen the seal and not only its vehicle. Source: ours, domain rules §8. */
export const ON_SITE_METRES = 200;

/** Refusals that ring: somebody tried what only a forger or a thief gains by. */
export const sealAlarms = ['seal_reuse', 'duplicate_number', 'unknown_seal'] as const;
export type SealAlarm = (typeof sealAlarms)[number];
const ringing = { sealReuse: 'seal_reuse', duplicateNumber: 'duplicate_number', unknownSeal: 'unknown_seal' } as const;

/** Why an operation is refused; entries of `errors`. */
export type SealRefusal =
  | keyof typeof ringing
  | 'sealStep'
  | 'sealThere'
  | 'sealNotHeld'
  | 'sealObject'
  | 'sealPhoto'
  | 'sealElsewhere'
  | 'sealMismatch'
  | 'sealKind'
  | 'sealReason'
  | 'sealRight'
  | 'sealWitness';

const from: Record<SealOperation, readonly SealState[]> = {
  [SealOperation.seal]: ['blank'],
  [SealOperation.patrol]: ['sealed'],
  [SealOperation.unseal]: ['sealed'],
  [SealOperation.scrap]: ['blank', 'sealed', 'spent'],
  [SealOperation.abnormal]: ['sealed'],
};

/** Why the guards of an operation refuse it, the first that does. */
const guarded = (operation: SealOperation, f: SealFacts): SealRefusal | null => {
  const needs: [ok: boolean, refusal: SealRefusal][] = {
    [SealOperation.seal]: [
      [f.holds, 'sealNotHeld'],
      [f.object, 'sealObject'],
      [f.photos > 0, 'sealPhoto'],
    ],
    [SealOperation.patrol]: [
      [f.expected === null || f.expected === f.number, 'sealMismatch'],
      [f.override || (f.metres !== null && f.metres <= ON_SITE_METRES), 'sealElsewhere'],
      [f.photos > 0, 'sealPhoto'],
    ],
    [SealOperation.unseal]: [
      [f.authorised, 'sealRight'],
      [f.expected === null || f.expected === f.number, 'sealMismatch'],
    ],
    [SealOperation.scrap]: [
      [f.reason, 'sealReason'],
      [f.photos > 0, 'sealPhoto'],
      [f.witnessed, 'sealWitness'],
    ],
    [SealOperation.abnormal]: [
      [f.kind, 'sealKind'],
      [f.reason, 'sealReason'],
      [f.photos > 0, 'sealPhoto'],
    ],
  }[operation] as [boolean, SealRefusal][];
  return needs.find(([ok]) => !ok)?.[1] ?? null;
};

export type SealVerdict = { standing: SealStanding } | { refusal: SealRefusal; alarm: SealAlarm | null };
const refused = (refusal: SealRefusal): SealVerdict => ({
  refusal,
  alarm: (ringing as Partial<Record<SealRefusal, SealAlarm>>)[refusal] ?? null,
});

/** Where a seal stands after an operation, or why it cannot be done. `null`: nobody knows its number. */
export const operated = (standing: SealStanding | null, operation: SealOperation, facts: SealFacts): SealVerdict => {
  if (!standing) return refused('unknownSeal');
  const { state, reusable } = standing;
  if (operation === SealOperation.seal && (state === 'spent' || state === 'scrapped')) return refused('sealReuse');
  // whoever tells once more what they did has no copy in hand
  if (operation === SealOperation.seal && state === 'sealed')
    return refused(facts.there ? 'sealThere' : 'duplicateNumber');
  if (!from[operation].includes(state)) return refused('sealStep');
  const refusal = guarded(operation, facts);
  if (refusal) return refused(refusal);
  const after: Record<SealOperation, SealStanding> = {
    [SealOperation.seal]: { ...standing, state: 'sealed', abnormal: false },
    [SealOperation.patrol]: standing,
    [SealOperation.unseal]: { ...standing, state: reusable ? 'blank' : 'spent', abnormal: false },
    [SealOperation.scrap]: { ...standing, state: 'scrapped' },
    [SealOperation.abnormal]: { ...standing, abnormal: true },
  };
  return { standing: after[operation] };
};
