import { type Opener, type OpenerKind, openers } from '@plomb/contract/devices/openers';
import type { InputOf } from '@plomb/contract/kit/call';
import type { Caller } from './client.ts';

/** Those of a kind who can open a lock or cannot, as somebody is told of them. */
export const openersOf = async (
  by: Caller,
  device_id: number,
  kind: OpenerKind,
  asked: Partial<InputOf<typeof openers.list>> = {},
): Promise<Opener[]> =>
  (await by.ok(openers.list, { device_id, size: 100, ...asked })).rows.filter(({ what }) => what === kind);
