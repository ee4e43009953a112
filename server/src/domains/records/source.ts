import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../platform/serve.ts';
import type { Whose } from './locks.ts';
import type { Slice } from './window.ts';

/** What a reading needs of a request, or of a part of a job. */
export type Reader = Pick<Ctx, 'db' | 'client' | 'operator'>;

/** A kind of record that is read back in time. */
export interface Source<F, R extends { key: string }> {
  /** whether it leaves so few that an index in the order of time does not find them soon */
  isNarrow(f: F): boolean;
  newest(f: F, whose: Whose, slice: Slice, size: number, reader: Reader): Promise<R[]>;
  /** a row for each that passes, up to so many: to be counted */
  some(f: F, whose: Whose, slice: Slice, most: number): RawBuilder<unknown>;
}

/** A time to the microsecond, as keys have it. */
export const exactly = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
