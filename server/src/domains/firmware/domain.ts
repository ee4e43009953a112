import type { Served } from '../../platform/serve.ts';
import { type FirmwareDeps, firmwareRoutes } from './firmware.routes.ts';
import { issueRoutes } from './issues.routes.ts';
import { type RolloutDeps, rolloutRoutes } from './rollouts.routes.ts';

export const firmwareDomain = (deps: FirmwareDeps & RolloutDeps): Served[] => [
  ...firmwareRoutes(deps),
  ...rolloutRoutes(deps),
  ...issueRoutes,
];
