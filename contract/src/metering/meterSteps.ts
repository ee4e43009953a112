import { SealOperation } from '../seals/sealSteps.ts';

/** What a measuring device goes through. Source: specification, section 4 (device states). */
export const meterStates = ['in_use', 'sealed', 'patrol', 'maintenance', 'scrapped'] as const;
export type MeterState = (typeof meterStates)[number];

/** Hours for which a meter counts as patrolled. Source: ours, domain rules §8. */
export const PATROL_HOURS = 24;

/** What is known of an operation beside the meter. */
export interface MeterFacts {
  /** once it is done, each of its points has a seal on */
  whole: boolean;
  /** a work order is open, and somebody has it */
  work: boolean;
  /** of that order: it is told what was repaired */
  repaired: boolean;
  /** a second person has signed the repair */
  signed: boolean;
  /** it was verified since the repair, or nothing that measures was touched */
  verified: boolean;
  /** of scrapping: why, and who stands beside */
  reason: boolean;
  witnessed: boolean;
}

/** Why an operation is refused; entries of `errors`. */
export type MeterRefusal =
  | 'meterStep'
  | 'meterScrapped'
  | 'meterWork'
  | 'meterNotRepaired'
  | 'meterNotSigned'
  | 'meterNotVerified'
  | 'meterReason'
  | 'meterWitness';

export type MeterVerdict = { state: MeterState } | { refusal: MeterRefusal };

/** Each listed pair of state and operation: what it makes of the meter, unless a guard refuses it. Any other pair is refused. */
const steps: Partial<Record<MeterState, Partial<Record<SealOperation, (f: MeterFacts) => MeterVerdict>>>> = (() => {
  const guarded = (needs: [ok: boolean, refusal: MeterRefusal][], state: MeterState): MeterVerdict => {
    const failed = needs.find(([ok]) => !ok);
    return failed ? { refusal: failed[1] } : { state };
  };
  // what is repaired, or signed, is not opened any further: who signs has seen all that was open
  const opened = (f: MeterFacts) =>
    guarded(
      [
        [f.work, 'meterWork'],
        [!f.repaired, 'meterStep'],
      ],
      'maintenance',
    );
  const scrapped = (f: MeterFacts) =>
    guarded(
      [
        [f.reason, 'meterReason'],
        [f.witnessed, 'meterWitness'],
      ],
      'scrapped',
    );
  const patrolled = (): MeterVerdict => ({ state: 'patrol' });
  const { seal, patrol, unseal, scrap } = SealOperation;
  return {
    // sealed when the last of its points is
    in_use: { [seal]: (f) => ({ state: f.whole ? 'sealed' : 'in_use' }), [scrap]: scrapped },
    sealed: { [patrol]: patrolled, [unseal]: opened, [scrap]: scrapped },
    // sealed, and looked at lately
    patrol: { [patrol]: patrolled, [unseal]: opened, [scrap]: scrapped },
    maintenance: {
      [unseal]: opened,
      [seal]: (f) =>
        guarded(
          [
            [f.repaired, 'meterNotRepaired'],
            [f.signed, 'meterNotSigned'],
            [f.verified, 'meterNotVerified'],
          ],
          f.whole ? 'sealed' : 'maintenance',
        ),
      [scrap]: scrapped,
    },
  };
})();

/**
 * What an operation makes of a meter, or why it cannot be done. An operation on a seal at one of its points is one on the meter:
 * `scrap` is the end of the meter itself, and a seal scrapped where it is was taken off (`unseal`). A complaint moves nothing.
 */
export const meterMoved = (state: MeterState, operation: SealOperation, facts: MeterFacts): MeterVerdict => {
  if (operation === SealOperation.abnormal) return { state };
  const step = steps[state]?.[operation];
  return step ? step(facts) : { refusal: state === 'scrapped' ? 'meterScrapped' : 'meterStep' };
};

/** What a meter is by now: a patrol is over after a day. */
export const meterStateAt = (state: Exclude<MeterState, 'patrol'>, patrolTime: Date | null, now: Date): MeterState =>
  state === 'sealed' && patrolTime && now.getTime() - patrolTime.getTime() < PATROL_HOURS * 3_600_000
    ? 'patrol'
    : state;
