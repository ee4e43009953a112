import type { TFunction } from 'i18next';

/** Who stood beside, with the name they sign in with: display names are anybody's to choose. '' = nobody did. */
export const besides = (
  { witness, witness_login }: { witness: string; witness_login: string },
  t: TFunction<'logistics'>,
): string => (witness ? t('step.besides', { name: namedBy(witness, witness_login) }) : '');
export const namedBy = (name: string, login: string): string => (login ? `${name} (${login})` : name);
