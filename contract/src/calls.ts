import { account } from './account.ts';
import { alarms } from './alarms.ts';
import { apiKeys } from './apiKeys.ts';
import type { Call, Calls } from './call.ts';
import { dashboard } from './dashboard.ts';
import { devices, deviceTypes, manufacturers, unregistered } from './devices.ts';
import { dictionaries, dictionaryItems } from './dictionaries.ts';
import { images } from './images.ts';
import { live } from './live.ts';
import { locks } from './locks.ts';
import { operationLogs } from './logs.ts';
import { map } from './map.ts';
import { menuAdmin } from './menuAdmin.ts';
import { operators } from './operators.ts';
import { organisations } from './organisations.ts';
import { params } from './params.ts';
import { preferences } from './preferences.ts';
import { notUnderstood, quarantine } from './putAside.ts';
import { roles } from './roles.ts';
import { secondFactor } from './secondFactor.ts';
import { session } from './session.ts';

/** Every call of the API, by entity: the register from which routes, OpenAPI, default buttons and access tests come. */
export const calls = {
  session,
  preferences,
  account,
  secondFactor,
  apiKeys,
  dashboard,
  map,
  live,
  locks,
  alarms,
  devices,
  deviceTypes,
  manufacturers,
  unregistered,
  quarantine,
  notUnderstood,
  organisations,
  operators,
  images,
  roles,
  menuAdmin,
  dictionaries,
  dictionaryItems,
  params,
  operationLogs,
} satisfies Record<string, Calls>;

export const allCalls: Call[] = Object.values(calls).flatMap((group) => Object.values(group as Calls));
