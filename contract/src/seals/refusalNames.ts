import type { SealRefusal } from './sealSteps.ts';

/** What the point of a meter says to it besides; entries of `errors`. */
const byPoint = [
  'meterPoint',
  'meterStep',
  'meterScrapped',
  'meterWork',
  'meterNotRepaired',
  'meterNotSigned',
  'meterNotVerified',
] as const;
/** What the position of a batch says to it besides; entries of `errors`. */
const byPosition = [
  'batchStep',
  'batchPosition',
  'batchStart',
  'batchPhotos',
  'batchReason',
  'batchMedium',
  'batchLater',
  'batchOver',
] as const;

/** What is said of things in general. */
const byThing = ['sealThing'] as const;

/** What is said of the hands that it went through since. */
const byHands = ['sealHanded'] as const;

/** Every reason for which an operation is kept as refused, or as contradicting what is known. */
export const refusalNames = [
  ...byPoint,
  ...byPosition,
  'sealThing',
  'sealHanded',
  'sealReuse',
  'duplicateNumber',
  'unknownSeal',
  'sealStep',
  'sealThere',
  'sealNotHeld',
  'sealObject',
  'sealPhoto',
  'sealElsewhere',
  'sealMismatch',
  'sealKind',
  'sealReason',
  'sealRight',
  'sealWitness',
] as const satisfies (
  | SealRefusal
  | (typeof byThing)[number]
  | (typeof byHands)[number]
  | (typeof byPoint)[number]
  | (typeof byPosition)[number]
)[];
