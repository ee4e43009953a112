import type { Call, InputOf, OutputOf } from '@plomb/contract/call';

/** The plain calls of a catalogue entity, as `resource()` of the contract makes them; `status` where there is one. */
export interface ResourceCalls {
  list: Call;
  detail: Call;
  add: Call;
  update: Call;
  delete: Call;
  status?: Call;
  export?: Call;
}
/** A row of its list. A record read by itself says besides which version it is. */
export type RowOf<R extends ResourceCalls> = Omit<OutputOf<R['detail']>, 'version'> & { id: number };
export type WriteOf<R extends ResourceCalls> = InputOf<R['add']>;
