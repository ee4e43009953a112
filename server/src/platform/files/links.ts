import { files, LINK_SECONDS } from '@plomb/contract/files/files';
import { shownTo } from '@plomb/contract/files/purposes';
import type { Pool } from 'pg';
import { hashOf, newToken, operatorSql } from '../access.ts';
import { Refusal } from '../refusal.ts';
import { type Served, serve } from '../serve.ts';
import { type Found, foundOf } from './found.ts';

export const linkRoutes: Served[] = serve(files, {
  link: async ({ id, thumb }, { client, operator, token }) => {
    // in a foreign organisation it is as unknown as one that never was, and so is that of a record one may not see
    const { rows } = await client.query<{ purpose: string; type: string; bytes: number; expire_time: string }>(
      `select purpose, type, case when $2 and thumb_sha256 is not null then thumb_bytes else bytes end as bytes,
         now() + make_interval(secs => $3) as expire_time from file where id = $1`,
      [id, thumb, LINK_SECONDS],
    );
    const file = rows[0];
    if (!file) throw new Refusal('notFound');
    const { purpose, ...told } = file;
    const permits = shownTo(purpose);
    if (!permits.some((permit) => permit === 'session' || operator.grants.has(permit))) throw new Refusal('notFound');
    const key = newToken();
    await client.query(
      `insert into file_link (id_hash, file_id, thumb, operator_id, session_hash, expire_time, permits)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...[hashOf(key), id, thumb, operator.id, hashOf(token), file.expire_time],
        permits.includes('session') ? null : permits,
      ],
    );
    return { url: `/file/${key}`, ...told };
  },
});

/** What a link opens, as long as whoever it was made for is signed in there, may see such records, and has the file in sight, or the record that shows it. */
export const fileOfLink = async (callers: Pool, key: string): Promise<Found | null> => {
  const who = operatorSql(`
    select l.operator_id from file_link l join session s on s.token_hash = l.session_hash and s.operator_id = l.operator_id
     where l.id_hash = $1 and l.expire_time > now() and s.end_time is null`);
  const { rows } = await callers.query<Found>(
    foundOf(
      'l.thumb',
      `(${who}) who join file_link l on l.id_hash = $1 join file f on f.id = l.file_id and coalesce(l.org_id, f.org_id) = any (who.org_ids)
        and (l.permits is null or l.permits && who.grants)`,
    ),
    [hashOf(key)],
  );
  return rows[0] ?? null;
};

export const sweepLinks = async (platform: Pool): Promise<void> => {
  await platform.query('delete from file_link where expire_time < now()');
};
