/** A text of SQL over an order: the frozen periods it was given or left in, and the role by which whoever gave it may end them; '' = in none. */
export const givenInFrozen = (order: string): string =>
  `coalesce((select string_agg(p ->> 'name', ', ') from jsonb_array_elements(${order}.in_frozen -> 'periods') p)
     || coalesce(' (' || nullif(${order}.in_frozen ->> 'role', '') || ')', ''), '')`;
