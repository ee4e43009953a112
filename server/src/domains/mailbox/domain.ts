import type { PasswordKeys } from '../../people/passwordKeys.ts';
import type { Served } from '../../platform/serve.ts';
import type { Vault } from '../../platform/vault.ts';
import { alarmConfigRoutes } from './alarmConfig.routes.ts';
import { alarmWayRoutes } from './alarmWays.routes.ts';

interface Deps {
  vault: Vault;
  keys: PasswordKeys;
  /** of the console; '' = nobody said */
  origin: string;
}

export const mailboxDomain = (deps: Deps): Served[] => [...alarmConfigRoutes(deps), ...alarmWayRoutes(deps)];
