import { type RawBuilder, sql } from 'kysely';

/**
 * The newest ids of many groups (of each organisation, kind, lock …), where no index has the newest of them together.
 * `groups`: a table of their keys, told as `g`; `of`: so many of the newest ids of the group `g`, from an index of its own.
 * What is among the newest of all is of a group whose newest is among the newest: of all others one id is read.
 */
export const newestOf = (
  groups: RawBuilder<unknown>,
  of: (size: number) => RawBuilder<unknown>,
  size: number,
): RawBuilder<{ id: number }> => sql<{ id: number }>`
  with few as (select g.* from ${groups} cross join lateral (${of(1)}) n order by n.id desc limit ${size})
  select p.id from few g cross join lateral (${of(size)}) p order by p.id desc limit ${size}`;
