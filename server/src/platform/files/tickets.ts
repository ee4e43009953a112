import type { ClientBase, Pool } from 'pg';
import { hashOf, newToken } from '../access.ts';

export interface Ticket {
  path: string;
  operatorId: number;
  input: unknown;
}

/**
 * A file is asked for by POST, with sign and log, and fetched by GET. In between there is a ticket: good for a minute,
 * for one use, and for the operator it was made for. Only its hash is kept.
 */
export const writeTicket = async (db: ClientBase, ticket: Ticket): Promise<string> => {
  const id = newToken();
  await db.query(
    `insert into file_ticket (id_hash, path, operator_id, input, expire_time)
     values ($1, $2, $3, $4, now() + interval '1 minute')`,
    [hashOf(id), ticket.path, ticket.operatorId, JSON.stringify(ticket.input)],
  );
  return id;
};

export const takeTicket = async (db: Pool, id: string, operatorId: number): Promise<Ticket | null> => {
  const { rows } = await db.query<{ path: string; operator_id: number; input: unknown }>(
    `delete from file_ticket where id_hash = $1 and operator_id = $2 and expire_time > now()
     returning path, operator_id, input`,
    [hashOf(id), operatorId],
  );
  const row = rows[0];
  return row ? { path: row.path, operatorId: row.operator_id, input: row.input } : null;
};

export const sweepTickets = async (db: Pool): Promise<void> => {
  await db.query('delete from file_ticket where expire_time < now()');
};
