import type { InputOf } from '@plomb/contract/kit/call';
import type { CommandKind } from '@plomb/contract/lock/orderKinds';
import type { orders } from '@plomb/contract/orders/orders';

type Said<K extends CommandKind> = Omit<InputOf<(typeof orders)[K]>, 'device_id' | 'idempotency_key'>;

/** Of every kind what one order says, beside its lock: fit for each family that can be told it. */
export const sampleOrders: { [K in CommandKind]: Said<K> } = {
  seal: {},
  unseal: { reason: 'customs check' },
  query_info: {},
  query_parameters: {},
  query_location: {},
  set_intervals: { report_interval: 30, sleep_interval: 600 },
  set_low_battery: { percent: 25 },
  auto_seal_mode: { mode: 2 },
  restart: {},
  clear_cache: {},
  factory_reset: { reason: 'goes back to the store' },
  set_unlock_password: { password: '314159', reason: 'the old one was lost' },
  add_cards: { cards: ['12345678', '87654321'], reason: 'a new driver' },
  delete_cards: { cards: ['12345678'] },
  query_cards: { page: 1, reason: 'a count of the cards' },
  set_area: {
    number: 3,
    name: 'North gate',
    area: {
      shape: 'polygon',
      points: [
        [121.47, 31.23],
        [121.48, 31.23],
        [121.48, 31.24],
      ],
    },
  },
  delete_area: { number: 3 },
  confine_cards: {},
  release_cards: { reason: 'the guards move about' },
  track: { interval: 10, duration: 600 },
  text: { text: 'Doors at gate 7' },
};
