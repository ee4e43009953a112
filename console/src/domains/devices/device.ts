import type { deviceCalls } from '@plomb/contract/devices/domain';
import type { RowOf } from '../../ui/list/resourceTypes.ts';

/** A device as its list shows it. */
export type Device = RowOf<typeof deviceCalls.devices>;

/** Out of service: how it stands now nobody knows, and nobody waits for its word. */
export const isOut = ({ retired_time, status }: Pick<Device, 'retired_time' | 'status'>): boolean =>
  retired_time !== null || status !== 1;
