import type { ParamName } from '@plomb/contract/params';
import type { Pool } from 'pg';

/** A row that is kept no longer, and by how many seconds it has outlived its days. */
export interface Found {
  key: unknown;
  overdue: number;
}

/** How what is kept no longer is found and deleted. `before`: what is older has outlived its days. */
export interface Forgetting {
  /** as the gauge names it */
  name: string;
  table: string;
  days: ParamName;
  /** rows of one transaction, if those are large */
  part?: number;
  find(platform: Pool, before: Date, most: number): Promise<Found[]>;
  /** Deletes those of them that are old still: somebody may need one by now. Tells how many. */
  remove(platform: Pool, before: Date, keys: readonly unknown[]): Promise<number>;
}

/** How long ago a time is that is older than `$1`. */
export const overdue = (time: string): string => `extract(epoch from $1::timestamptz - ${time})::float8 as overdue`;
