import { hhd as messages } from '@plomb/protocols/hhd/messages';
import { hhdOrder } from './hhdOrders.ts';
import { type HhdLocation, hhdReports } from './hhdReport.ts';
import type { Jt808Profile } from './profile.ts';
import { standard808, tellsMore } from './standard808.ts';

/** Hhdlink padlocks (G-300, G-316, G-360P, G-508P, G-666). Nothing is read from the status word but the fix: its other bits vary between firmwares. */
export const hhd: Jt808Profile = {
  wire: 'jt808',
  silenceMillis: 15 * 60_000,

  ...standard808<HhdLocation>(messages, hhdReports),

  instruct(instruction, version) {
    const order = hhdOrder(instruction);
    return (
      order && { id: messages.idOf(order), body: messages.encode(order, version), told: tellsMore.has(order.kind) }
    );
  },
};
