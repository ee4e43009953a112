import { errors } from '@plomb/contract/errors';
import type { Place } from '@plomb/contract/lock/metres';
import type { Unsealing } from '@plomb/contract/seals/field';
import { SealOperation } from '@plomb/contract/seals/sealSteps';
import { type Deed, isOver, type Things, type ThingVerdict } from '../../lock/sealThings.ts';
import type { Ctx } from '../../platform/serve.ts';

interface On {
  kind: Things['kind'];
  id: number;
  seal: Deed['seal'];
  here: Place | null;
}

/** What taking a seal off asks for now, by the rules of what it is on, as whoever did it would be judged: nothing is done. */
export const unsealingOf = async (
  { kind, id, seal, here }: On,
  things: readonly Things[],
  ctx: Ctx,
): Promise<Unsealing> => {
  const now = new Date();
  const found = await things.find((one) => one.kind === kind)?.find(id, now, ctx);
  if (found && isOver(found)) return asked({ answer: 'may', withWitness: false }, false, ctx);
  const judged = async (reason: string): Promise<ThingVerdict> =>
    (await found?.judge({
      ...{ operation: SealOperation.unseal, seal, here, reason },
      ...{ at: now, device: now, late: false, accuracy: null, photos: [], abnormal_kind: null },
    })) ?? { answer: 'refused', refusal: 'sealThing' };
  const verdict = await judged('');
  const asksWhy = 'refusal' in verdict && verdict.refusal === 'batchReason';
  return asked(asksWhy ? await judged('why') : verdict, asksWhy, ctx);
};

const asked = (verdict: ThingVerdict, asksWhy: boolean, { lang }: Ctx): Unsealing =>
  'refusal' in verdict
    ? { refusal: verdict.refusal, words: errors[verdict.refusal][lang], with_reason: false, with_witness: false }
    : { refusal: null, words: '', with_reason: asksWhy, with_witness: verdict.withWitness };
