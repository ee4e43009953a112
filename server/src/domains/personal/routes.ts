import type { Pools } from '../../platform/postgres/pools.ts';
import type { Served } from '../../platform/serve.ts';
import type { PasswordKeys } from '../session/keys.ts';
import type { Proofs } from '../session/proofs.ts';
import type { SecondFactors } from '../session/secondFactor.ts';
import { accountRoutes } from './account.ts';
import { apiKeyRoutes } from './apiKeys.ts';
import { secondFactorRoutes } from './secondFactor.ts';

interface Deps {
  pools: Pools;
  factors: SecondFactors;
  proofs: Proofs;
  keys: PasswordKeys;
  limits(): { idleSeconds: number; maxSeconds: number };
}

/** What authenticator apps show this product's codes under. */
const ISSUER = 'Plomb';

export const personalRoutes = ({ pools: { platform }, factors, proofs, keys, limits }: Deps): Served[] => [
  ...accountRoutes({ platform, limits }),
  ...apiKeyRoutes(proofs),
  ...secondFactorRoutes({ platform, factors, proofs, keys, issuer: ISSUER }),
];
