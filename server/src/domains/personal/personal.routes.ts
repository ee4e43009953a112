import type { Contacts } from '../../people/contacts.ts';
import type { PasswordKeys } from '../../people/passwordKeys.ts';
import type { Proofs } from '../../people/proofs.ts';
import type { SecondFactors } from '../../people/secondFactors.ts';
import type { VerificationCodes } from '../../people/verificationCodes.ts';
import type { Pools } from '../../platform/postgres/pools.ts';
import type { Served } from '../../platform/serve.ts';
import type { Vault } from '../../platform/vault.ts';
import { accountRoutes } from './account.routes.ts';
import { apiKeyRoutes } from './apiKeys.routes.ts';
import { browserRoutes } from './browsers.routes.ts';
import { contactRoutes } from './contacts.routes.ts';
import { myDeviceRoutes } from './myDevices.routes.ts';
import { secondFactorRoutes } from './secondFactor.routes.ts';

interface Deps {
  pools: Pools;
  contacts: Contacts;
  factors: SecondFactors;
  codes: VerificationCodes;
  proofs: Proofs;
  keys: PasswordKeys;
  vault: Vault;
  limits(): { idleSeconds: number; maxSeconds: number; wallDays: number };
}

/** What authenticator apps show this product's codes under. */
const ISSUER = 'Plomb';

export const personalRoutes = ({
  pools: { platform },
  contacts,
  factors,
  codes,
  proofs,
  keys,
  vault,
  limits,
}: Deps): Served[] => [
  ...accountRoutes({ platform, limits }),
  ...browserRoutes({ platform, vault }),
  ...contactRoutes({ contacts, codes, proofs }),
  ...apiKeyRoutes(proofs),
  ...myDeviceRoutes,
  ...secondFactorRoutes({ platform, factors, codes, proofs, keys, issuer: ISSUER }),
];
