import { field, type ThingKind } from '@plomb/contract/seals/field';
import { type SealMedium, sealKey } from '@plomb/contract/seals/number';
import { operated, SealOperation, type SealStanding, sealOperations } from '@plomb/contract/seals/sealSteps';
import type { SecondPerson } from '../../people/secondPerson.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { type Beside, openBeside } from './beside.ts';
import { readOf } from './label.ts';
import { hereOf, type OperatingDeps, openOperating, type Told } from './operate.ts';
import { unsealingOf } from './unsealing.ts';

export interface FieldDeps extends OperatingDeps {
  secondPerson: SecondPerson;
}

interface Scanned extends SealStanding {
  id: number;
  number: string;
  kind_name: string;
  iso_class: 'I' | 'S' | 'H' | 'none';
  holder_id: number | null;
  holder_name: string;
  object: string;
  seal_time: string | null;
  org_id: number;
  thing: ThingKind | null;
  thing_id: number | null;
}

/** All that people add is there: what the state alone allows is left. */
const willing = {
  ...{ holds: true, object: true, there: false, photos: 1, metres: 0, override: false, expected: null, number: '' },
  ...{ authorised: true, witnessed: true, reason: true, kind: true },
};

/** What handsets call, documented for whoever writes an app in docs/field-calls.md. */
export const fieldRoutes = (deps: FieldDeps): Served[] => {
  const { labels, things } = deps;
  const operate = openOperating(deps);
  const beside = openBeside(deps.secondPerson);
  const withWitness = (
    operation: SealOperation,
    path: string,
    { witness_login, witness_password, witness_code, ...told }: Told & Beside,
    ctx: Ctx,
  ) =>
    operate(operation, told, ctx, (orgId) =>
      beside(path, { witness_login, witness_password, witness_code }, orgId, ctx),
    );
  return serve(field, {
    scan: async ({ medium, read, ...where }, ctx) => {
      const { client, operator } = ctx;
      const { number, label } = readOf(labels, medium as SealMedium, read);
      const { rows } = await client.query<Scanned>(
        `select s.id, s.number, k.kind_name, k.iso_class, k.reusable, s.state, s.abnormal, s.holder_id, s.holder_name,
           s.object, s.seal_time, s.org_id, s.thing, s.thing_id
         from seal s join seal_series r on r.id = s.series_id join seal_kind k on k.id = r.kind_id
         where s.medium = $1 and s.key = $2 and $3`,
        [medium, sealKey(number), label !== 'forged'],
      );
      const seal = rows[0];
      const may = seal ? sealOperations.filter((o) => 'standing' in operated(seal, o, willing)) : [];
      const on = seal?.thing && seal.thing_id !== null && may.includes(SealOperation.unseal) ? seal : null;
      return {
        number: seal?.number ?? number,
        label,
        seal: seal ? { ...seal, mine: seal.holder_id === operator.id } : null,
        may,
        unseal:
          on &&
          (await unsealingOf(
            {
              ...{ kind: on.thing!, id: on.thing_id!, here: hereOf(where) },
              seal: { id: on.id, org_id: on.org_id, medium: medium as SealMedium, number: on.number },
            },
            things,
            ctx,
          )),
      };
    },
    labelKey: async () => ({ public_key: labels.publicKey }),
    seal: (told, ctx) => operate(SealOperation.seal, told, ctx),
    patrol: (told, ctx) => operate(SealOperation.patrol, told, ctx),
    abnormal: (told, ctx) => operate(SealOperation.abnormal, told, ctx),
    unseal: (told, ctx) => withWitness(SealOperation.unseal, field.unseal.path, told, ctx),
    scrap: (told, ctx) => withWitness(SealOperation.scrap, field.scrap.path, told, ctx),
  });
};
