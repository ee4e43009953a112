import type { SecondPerson } from '../../people/secondPerson.ts';
import type { Ctx } from '../../platform/serve.ts';

/** Whoever stands beside, as they sign in there. */
export interface Beside {
  witness_login?: string | undefined;
  witness_password?: string | undefined;
  witness_code?: string | undefined;
}

/** Who that is; null: nobody signed in. */
export const openBeside =
  (secondPerson: SecondPerson) =>
  async (path: string, { witness_login, witness_password, witness_code }: Beside, orgId: number, ctx: Ctx) =>
    witness_login && witness_password
      ? await secondPerson(ctx, {
          ...{ path, login_name: witness_login, password: witness_password, code: witness_code },
          ...{ orgIds: [orgId], otherwise: 'witnessWrong' },
        })
      : null;
