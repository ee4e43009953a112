import type { Served } from '../../platform/serve.ts';
import { type FirmwareDeps, firmwareRoutes } from './firmware.routes.ts';
import { issueRoutes } from './issues.routes.ts';
import { rolloutRoutes } from './rollouts.routes.ts';

export const firmwareDomain = (deps: FirmwareDeps): Served[] => [
  ...firmwareRoutes(deps),
  ...rolloutRoutes,
  ...issueRoutes,
];
