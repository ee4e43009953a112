import { alarmCalls } from './alarms/domain.ts';
import { approvalCalls } from './approvals/domain.ts';
import { appCalls } from './apps/domain.ts';
import { baseMapCalls } from './basemaps/domain.ts';
import { batchCalls } from './batches/domain.ts';
import { cardCalls } from './cards/domain.ts';
import { custodyCalls } from './custody/domain.ts';
import { dashboardCalls } from './dashboard/domain.ts';
import { deviceCalls } from './devices/domain.ts';
import { fileCalls } from './files/domain.ts';
import { firmwareCalls } from './firmware/domain.ts';
import { friendCalls } from './friends/domain.ts';
import { importCalls } from './imports/domain.ts';
import { jobCalls } from './jobs/domain.ts';
import type { Call, Calls } from './kit/call.ts';
import { liveCalls } from './live/domain.ts';
import { logisticsCalls } from './logistics/domain.ts';
import { mailboxCalls } from './mailbox/domain.ts';
import { mapCalls } from './map/domain.ts';
import type { MenuCode } from './menus.ts';
import { messageCalls } from './messages/domain.ts';
import { meteringCalls } from './metering/domain.ts';
import { orderCalls } from './orders/domain.ts';
import { params } from './params.ts';
import { personalCalls } from './personal/domain.ts';
import { recordDomainCalls } from './records/domain.ts';
import { sealCalls } from './seals/domain.ts';
import { sessionCalls } from './session/domain.ts';
import { systemCalls } from './system/domain.ts';
import { trackCalls } from './tracks/domain.ts';

/** A call is permitted by a button of a menu that is there. */
type KnownPermit = 'open' | 'session' | `${MenuCode}:${string}`;

/** Every call of the API, by entity: the register from which routes, OpenAPI, default buttons and access tests come. */
export const calls = {
  ...sessionCalls,
  ...personalCalls,
  ...friendCalls,
  ...approvalCalls,
  ...mapCalls,
  ...trackCalls,
  ...baseMapCalls,
  ...liveCalls,
  ...orderCalls,
  ...alarmCalls,
  ...recordDomainCalls,
  ...custodyCalls,
  ...deviceCalls,
  ...cardCalls,
  ...sealCalls,
  ...meteringCalls,
  ...logisticsCalls,
  ...batchCalls,
  ...importCalls,
  ...jobCalls,
  ...fileCalls,
  ...appCalls,
  ...messageCalls,
  ...mailboxCalls,
  ...firmwareCalls,
  ...systemCalls,
  // behind those whose buttons permit it: a button names the first call that it permits
  ...dashboardCalls,
  /** of the names that every domain gave the system */
  params,
} satisfies Record<string, Record<string, Call & { permit: KnownPermit }>>;

export const allCalls: Call[] = Object.values(calls).flatMap((group) => Object.values(group as Calls));
