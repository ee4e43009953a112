import { frozenPeriods } from '../approvals/frozenPeriods.ts';
import { assignments } from '../batches/assignments.ts';
import { firmware } from '../firmware/firmware.ts';
import { firmwareRollouts } from '../firmware/rollouts.ts';
import { commandKinds, orderKinds } from '../lock/orderKinds.ts';
import { orders } from '../orders/orders.ts';

/**
 * Permits by which metal moves, or somebody gets what moves it or the right to, or a lock gets a firmware, which decides what it
 * obeys: an API key has them only where that was ticked by itself.
 */
export const physicalPermits: ReadonlySet<string> = new Set([
  ...commandKinds.filter((kind) => orderKinds[kind].opens).map((kind) => orders[kind].permit),
  orders.unlockPassword.permit,
  assignments.add.permit,
  assignments.sending.permit,
  firmware.publish.permit,
  firmwareRollouts.start.permit,
  firmwareRollouts.resume.permit,
  frozenPeriods.end.permit,
]);
