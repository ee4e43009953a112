import { alarmMenu } from './alarms/domain.ts';
import { approvalMenu } from './approvals/domain.ts';
import { appMenu } from './apps/domain.ts';
import { baseMapMenu } from './basemaps/domain.ts';
import { batchMenu } from './batches/domain.ts';
import { cardMenu } from './cards/domain.ts';
import { custodyMenu } from './custody/domain.ts';
import { deviceMenu } from './devices/domain.ts';
import { firmwareMenu } from './firmware/domain.ts';
import { friendMenu } from './friends/domain.ts';
import { importMenu } from './imports/domain.ts';
import type { MenuSeeds } from './kit/menu.ts';
import { logisticsMenu } from './logistics/domain.ts';
import { mailboxMenu } from './mailbox/domain.ts';
import { mapMenu } from './map/domain.ts';
import { messageMenu } from './messages/domain.ts';
import { meteringMenu } from './metering/domain.ts';
import { orderMenu } from './orders/domain.ts';
import { personalMenu } from './personal/domain.ts';
import { recordMenu } from './records/domain.ts';
import { sealMenu } from './seals/domain.ts';
import { systemMenu } from './system/domain.ts';
import { trackMenu } from './tracks/domain.ts';

/**
 * The menus a new product starts with, in their order. Buttons are not listed: they come from the calls that name them.
 * Operators may rename, reorder and hide them later; the codes stay.
 */
export const menuSeeds = {
  ...mapMenu,
  ...trackMenu,
  ...alarmMenu,
  ...deviceMenu,
  ...cardMenu,
  ...sealMenu,
  ...meteringMenu,
  ...logisticsMenu,
  ...recordMenu,
  ...custodyMenu,
  ...orderMenu,
  ...batchMenu,
  ...firmwareMenu,
  ...importMenu,
  ...mailboxMenu,
  ...personalMenu,
  ...friendMenu,
  ...approvalMenu,
  ...systemMenu,
  ...baseMapMenu,
  ...appMenu,
  ...messageMenu,
} as const satisfies MenuSeeds;

export type MenuCode = keyof typeof menuSeeds;
export const menuCodes = Object.keys(menuSeeds) as MenuCode[];
