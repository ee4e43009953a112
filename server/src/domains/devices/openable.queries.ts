import { assignments } from '@plomb/contract/batches/assignments';
import type { openable } from '@plomb/contract/devices/openable';
import type { OpenedBy } from '@plomb/contract/devices/openers';
import type { OutputOf } from '@plomb/contract/kit/call';
import { orders } from '@plomb/contract/orders/orders';
import { alsoSeeing } from '../../lock/alsoSeeing.ts';
import { dueTime } from '../../lock/authorisationDue.ts';
import { type Lock, locksById, type Moving, movingOf } from '../../lock/operating.ts';
import { connection } from '../../lock/state.ts';
import { grantsSql } from '../../platform/access.ts';
import type { Ctx } from '../../platform/serve.ts';
import {
  type AssignedRow,
  type AuthorisedRow,
  type CodeRow,
  codeColumns,
  type KeyRow,
  MOST,
  type PasswordRow,
  passwordColumns,
  passwordsIn,
} from './openers.queries.ts';

type ShownLock = OutputOf<typeof openable.list>['rows'][number]['lock'];

/** A person, as far as the caller may know it. */
export interface Person {
  id: number;
  name: string;
  login_name: string;
  /** null: not known to the caller */
  org_id: number | null;
  org_name: string;
}
export interface SeenPerson extends Person {
  role_id: number;
  roleName: string;
  /** neither it nor an organisation it is of is disabled */
  enabled: boolean;
  grants: string[];
  /** its organisation and all below it */
  orgIds: number[];
}
const personSql = `select o.id, o.oper_name as name, o.login_name, o.org_id, g.org_name, o.role_id, coalesce(r.role_name, '') as "roleName",
    o.status = 1 and organisation_enabled(o.org_id) as enabled, ${grantsSql('o.role_id')} as grants, array(select orgs_below(o.org_id)) as "orgIds"
  from operator o join organisation g on g.id = o.org_id left join role r on r.id = o.role_id`;

export const personInSight = async (id: number, { client }: Ctx): Promise<SeenPerson | null> =>
  (await client.query<SeenPerson>(`${personSql} where o.id = $1`, [id])).rows[0] ?? null;

/** Of another organisation, and a friend of whoever asks. */
export const friendOf = async (id: number, { client, operator }: Ctx): Promise<Person | null> =>
  (await client.query<Person>('select * from friend_of($1, $2)', [operator.id, id])).rows[0] ?? null;

export type Key = Omit<KeyRow, 'login_name'> & { ended: boolean };
/** A key of somebody in sight, also one that is good for nothing any more. */
export const keyInSight = async (id: number, at: number, { client }: Ctx): Promise<Key | null> =>
  (
    await client.query<Key>(
      `select k.id, k.key_name as name, g.org_name, coalesce(r.role_name, '') as "roleName", p.role_id, p.org_id, p.id as operator_id,
         p.oper_name as by, k.scope, k.physical, k.expire_time, set_up_of(p.id) as set_up,
         k.revoke_time is not null or k.expire_time <= $2 as ended
       from api_key k join operator p on p.id = k.operator_id join organisation g on g.id = p.org_id left join role r on r.id = p.role_id
      where k.id = $1`,
      [id, new Date(at)],
    )
  ).rows[0] ?? null;

/** Keys that open something: those in force that name such an order. */
export const keysOfPerson = async (id: number, operation: OpenedBy, at: number, { client }: Ctx) => {
  const { rows } = await client.query<{ id: number; name: string; until_time: string }>(
    `select id, key_name as name, expire_time as until_time from api_key
      where operator_id = $1 and $2 = any(scope) and revoke_time is null and expire_time > $3 order by key_name, id limit 20`,
    [id, orders[operation].permit, new Date(at)],
  );
  return rows;
};

type Of<Row> = Row & { device_id: number; device_org: number };

/**
 * Devices that were distributed to an organisation, `beyond` the caller's sight or not; how many people there may order them is told of
 * one out of sight.
 */
export const assignedTo = async (
  { org_id, org_name }: Person,
  operation: 'seal' | 'unseal',
  { isSeen, beyond }: { isSeen: boolean; beyond: boolean },
  { client, operator }: Ctx,
): Promise<Of<AssignedRow>[]> => {
  if (org_id === null) return [];
  const { rows } = await client.query<Of<AssignedRow>>(
    `select id, device_id, org_id as device_org, orders, sending, oper_name, create_time, null as people
       from device_assignment where to_org_id = $1 and end_time is null and ($2::bigint[] is null or org_id = any($2)) order by id limit ${MOST}`,
    [org_id, beyond ? null : operator.orgIds],
  );
  if (isSeen || rows.length === 0) return rows.map((row) => ({ ...row, org_name }));
  const counted = await alsoSeeing(client, [org_id], operator.orgIds, () =>
    client.query<{ people: number }>(
      `select count(*)::int as people from operator p where p.status = 1 and p.org_id = $1 and organisation_enabled(p.org_id)
         and ${grantsSql('p.role_id')} @> $2::text[]`,
      [org_id, [orders[operation].permit, assignments.order.permit]],
    ),
  );
  return rows.map((row) => ({ ...row, org_name, people: counted.rows[0]!.people }));
};

/** What somebody was authorised to order: of devices in the caller's sight, and all where that is the caller. */
export const authorisedTo = async (holder: number, { client, operator }: Ctx): Promise<Of<AuthorisedRow>[]> => {
  const { rows } = await client.query<Of<AuthorisedRow>>(
    `select a.*, ${dueTime} as due_time, (select to_jsonb(p) from authorisation_place(a.id, a.device_id) p) as place
       from authorised_to($1, $2) a limit ${MOST}`,
    [holder, holder === operator.id ? null : operator.orgIds],
  );
  return rows;
};

/** Passwords in force that were shown to somebody, or sent. */
export const codesTo = async (id: number, { client }: Ctx): Promise<Of<CodeRow>[]> => {
  const { rows } = await client.query<Of<CodeRow>>(
    `select x.device_id, d.org_id as device_org, ${codeColumns}, false as unseen
       from password_disclosure x join unlock_password p on p.id = x.password_id and p.device_id = x.device_id and p.end_time is null
         join device d on d.id = x.device_id join lock_state s on s.device_id = x.device_id join device_connection c on c.device_id = x.device_id
         left join message m on m.id = x.message_id
      where (x.operator_id = $1 and x.sent_name = '' or x.receiver_id = $1) and not x.never_left order by x.id desc limit ${MOST}`,
    [id],
  );
  return rows;
};

/** Passwords that stay which somebody set. */
export const passwordsTo = async (id: number, { client }: Ctx): Promise<Of<PasswordRow>[]> => {
  const { rows } = await client.query<Of<PasswordRow>>(
    `select d.id as device_id, d.org_id as device_org, ${passwordColumns} from device d join ${passwordsIn}
      where c.operator_id = $1 order by p.id desc limit ${MOST}`,
    [id],
  );
  return rows;
};

export interface Known {
  lock: Lock;
  shown: ShownLock;
  moving: Moving[];
}
/** What decides about these devices and what is shown of them; `owners`: organisations out of sight whose devices were given to whoever is asked of. */
export const knownById = async (
  ids: readonly number[],
  owners: readonly number[],
  { client, operator }: Ctx,
): Promise<ReadonlyMap<number, Known>> => {
  if (ids.length === 0) return new Map();
  return alsoSeeing(client, owners, operator.orgIds, async () => {
    const locks = await locksById(client, ids);
    const moving = Map.groupBy(await movingOf(client, ids), ({ id }) => id);
    const { rows } = await client.query<ShownLock>(
      `select d.id, d.sn, d.device_name, d.subject, g.org_name, s.lock_status, ${connection} as connection, d.org_id = any($2) as seen
         from device d join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
           join device_connection c on c.device_id = d.id join organisation g on g.id = d.org_id
        where d.id = any($1) and d.retired_time is null`,
      [ids, operator.orgIds],
    );
    const shown = new Map(rows.map((row) => [row.id, row]));
    return new Map(
      locks.flatMap((lock): [number, Known][] => {
        const told = shown.get(lock.id);
        return told ? [[lock.id, { lock, shown: told, moving: moving.get(lock.id) ?? [] }]] : [];
      }),
    );
  });
};
