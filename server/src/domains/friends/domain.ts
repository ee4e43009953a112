import type { Served } from '../../platform/serve.ts';
import { applicationRoutes } from './applications.routes.ts';
import { authorisationRoutes } from './authorisations.routes.ts';
import type { AuthorisationDeps } from './authorisedOrders.ts';
import { friendRoutes } from './friends.routes.ts';

export const friendDomain = (deps: AuthorisationDeps): Served[] => [
  ...friendRoutes(deps),
  ...applicationRoutes(deps),
  ...authorisationRoutes(deps),
];
