import type { SealRefusal } from './sealSteps.ts';

/** Every reason for which an operation is kept as refused, or as contradicting what is known. */
export const refusalNames = [
  'sealReuse',
  'duplicateNumber',
  'unknownSeal',
  'sealStep',
  'sealNotHeld',
  'sealObject',
  'sealPhoto',
  'sealElsewhere',
  'sealMismatch',
  'sealKind',
  'sealReason',
  'sealRight',
  'sealWitness',
] as const satisfies SealRefusal[];
