import type { LockFamily } from './codes.ts';

/**
 * What proves that a connection is the lock whose number it names: the code it was given when it registered, the network
 * it comes from, or nothing. Without proof its reports are kept and marked, prove no order, and it is ordered nothing.
 */
export const identityRules = ['code', 'network', 'open'] as const;
export type IdentityRule = (typeof identityRules)[number];

/** Which password an unseal order carries. */
export const unsealPasswords = ['none', 'factory', 'dynamic'] as const;
export type UnsealPassword = (typeof unsealPasswords)[number];

/** What Jointech locks leave the factory with; a lock whose owner has changed it refuses. */
export const factoryPassword = '888888';

interface FamilyRules {
  identity: readonly IdentityRule[];
  unseal: readonly UnsealPassword[];
}

/** What a family can do; the first of each is what a new type begins with. */
export const rulesOfFamily: Record<LockFamily, FamilyRules> = {
  hhd: { identity: ['code', 'network', 'open'], unseal: ['none'] },
  // its protocol has no registration and no code
  jt701: { identity: ['network', 'open'], unseal: ['dynamic', 'factory'] },
  // whether each of them registers, as the standard has it, its maker does not say
  jointech808: { identity: ['network', 'code', 'open'], unseal: ['none'] },
};

interface TypeRules {
  family: LockFamily;
  identity_rule: IdentityRule;
  networks: readonly string[];
  unseal_password: UnsealPassword;
}

/** The field of a device type whose rules do not fit together, with what is to be said beside it; null = they do. */
export const identityMistake = (
  type: TypeRules,
): { field: 'identity_rule' | 'networks' | 'unseal_password'; message: 'identityRule' | 'networksNeeded' } | null => {
  const { identity, unseal } = rulesOfFamily[type.family];
  if (!identity.includes(type.identity_rule)) return { field: 'identity_rule', message: 'identityRule' };
  if (!unseal.includes(type.unseal_password)) return { field: 'unseal_password', message: 'identityRule' };
  if (type.identity_rule === 'network' && type.networks.length === 0)
    return { field: 'networks', message: 'networksNeeded' };
  return null;
};
