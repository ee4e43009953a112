import type { Pool } from 'pg';
import type { Served } from '../../platform/serve.ts';
import { applicationRoutes } from './applications.routes.ts';
import { friendRoutes } from './friends.routes.ts';

interface Deps {
  platform: Pool;
  /** for what is read: it keeps none of the house's own work waiting */
  readers: Pool;
  /** something that only these people see changed */
  touched(operators: readonly number[]): void;
}

export const friendDomain = (deps: Deps): Served[] => [...friendRoutes(deps), ...applicationRoutes(deps)];
