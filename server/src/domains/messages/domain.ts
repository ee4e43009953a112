import type { PasswordKeys } from '../../people/passwordKeys.ts';
import type { Served } from '../../platform/serve.ts';
import type { Vault } from '../../platform/vault.ts';
import { channelRoutes } from './channels.routes.ts';
import { messageRoutes } from './messages.routes.ts';

interface Deps {
  vault: Vault;
  keys: PasswordKeys;
}

export const messageDomain = (deps: Deps): Served[] => [...channelRoutes(deps), ...messageRoutes];
