import { sql } from 'kysely';

/** A signature sg as the contract has it; null: there is none. */
export const signature = sql`case when sg.drawn <> '' then jsonb_build_object('by', 'drawn', 'path', sg.drawn)
  when sg.typed <> '' then jsonb_build_object('by', 'typed', 'name', sg.typed) end`;
