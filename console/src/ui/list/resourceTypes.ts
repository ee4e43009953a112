import type { Call, InputOf, OutputOf } from '@plomb/contract/kit/call';

/** What a list is made of: a call that answers rows, perhaps one that tells all of one of them, and one that makes a file. */
export interface ListCalls {
  list: Call;
  detail?: Call;
  export?: Call;
}
/** What can be done to a catalogue entity besides, as `resource()` of the contract makes it; any of it may be missing. */
export interface ResourceCalls extends ListCalls {
  add?: Call;
  update?: Call;
  delete?: Call;
  status?: Call;
}

type Answered<C extends Call> = OutputOf<C> extends { rows: (infer Row)[] } ? Row : never;
/** A row of the list. */
export type RowOf<R extends ListCalls> = Answered<R['list']> & { id: number };
/** All that is told of one record: what its own call answers, else its row. Read by itself it says its version besides. */
export type RecordOf<R extends ListCalls> = R extends { detail: infer D extends Call }
  ? Omit<OutputOf<D>, 'version'> & { id: number }
  : RowOf<R>;
/** What a form sends: of a new record, or of one that exists. */
export type WriteOf<R extends ResourceCalls> = R extends { add: infer A extends Call }
  ? InputOf<A>
  : R extends { update: infer U extends Call }
    ? Omit<InputOf<U>, 'id' | 'version'>
    : never;
/** What a record is edited from: it says which version it is, where the entity has versions. */
export type EditedOf<R extends ListCalls> = RecordOf<R> & Versioned;
interface Versioned {
  id: number;
  version?: string;
}
