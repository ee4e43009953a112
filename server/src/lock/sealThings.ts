import type { Place } from '@plomb/contract/lock/metres';
import type { ThingKind } from '@plomb/contract/seals/field';
import type { SealMedium } from '@plomb/contract/seals/number';
import type { refusalNames } from '@plomb/contract/seals/refusalNames';
import type { SealOperation } from '@plomb/contract/seals/sealSteps';
import type { Ctx } from '../platform/serve.ts';

export type Reason = (typeof refusalNames)[number];

/** What is done with a seal that is on a thing, or is put on it, as far as the thing's own rules ask. */
export interface Deed {
  operation: SealOperation;
  seal: { id: number; org_id: number; medium: SealMedium; number: string };
  /** when it was done, by our clock */
  at: Date;
  /** what the handset's clock said */
  device: Date;
  late: boolean;
  /** where whoever did it was; null: nobody knows */
  here: Place | null;
  /** metres */
  accuracy: number | null;
  photos: readonly string[];
  reason: string;
  abnormal_kind: string | null;
}
export interface Kept {
  /** the row of the operation */
  operation: number;
  outcome: 'done' | 'contradicts';
  /** who signed in beside whoever did it; '' = nobody */
  witness: string;
}

/** The same of what was refused: also of a number that nobody knows. */
export interface Tried extends Omit<Deed, 'seal'> {
  number: string;
  seal_id: number | null;
}
export interface Refused {
  operation: number;
  outcome: 'refused' | 'contradicts';
  refusal: Reason;
}

/** What the thing says to a deed that the seal itself allows. */
export type ThingVerdict =
  | { answer: 'may' /** if a second person signs in beside */; withWitness: boolean }
  | { answer: 'refused' | 'contradicts'; refusal: Reason };

/** One thing that seals are put on, held until the end of the transaction. */
export interface Thing {
  id: number;
  /** whose it is: a seal on it is theirs too, whoever put it on */
  orgId: number;
  /** as people call it; the seal and the operation keep it */
  name: string;
  /** where whoever patrols has to be: where the seal was put on, somewhere else, or `null`: it moves, and nobody knows where it was then */
  place: Place | 'asApplied' | null;
  judge(deed: Deed): Promise<ThingVerdict>;
  /** What follows for the thing, in the same transaction; not of what was refused. */
  follow(deed: Deed, kept: Kept): Promise<void>;
  /** What a refusal says of the thing, if it says something. */
  refused?(tried: Tried, refused: Refused): Promise<void>;
}
/** One that was there, and was over by then: nothing is done with it, and what is told of it all the same is kept with it. */
export interface Over extends Required<Pick<Thing, 'id' | 'name' | 'refused'>> {
  /** why nothing is */
  over: Reason;
}
export const isOver = (found: Thing | Over): found is Over => 'over' in found;

/** The things of one kind, of the domain that has them. A seal knows what it is on by kind and id: `seal.thing`, `seal.thing_id`. */
export interface Things {
  kind: ThingKind;
  /** In the caller's sight, as it was then; null: there is none, or it is not for this caller to see. */
  find(id: number, at: Date, ctx: Ctx): Promise<Thing | Over | null>;
}
