import type { calls } from '@plomb/contract/calls';
import type { RowOf } from '../../ui/list/resourceTypes.ts';

/** A device as its list shows it. */
export type Device = RowOf<typeof calls.devices>;
