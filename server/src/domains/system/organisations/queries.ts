import type { Organisation } from '@plomb/contract/system/organisations/organisations';
import { type RawBuilder, sql } from 'kysely';
import { matches } from '../../../platform/crud.ts';
import type { Ctx } from '../../../platform/serve.ts';

/** Row-level security leaves the caller's own and those below; the top one's parent is out of sight. */
const from = sql`(
  select o.id, o.org_name, o.org_type, p.id as parent_id, coalesce(p.org_name, '') as parent, o.status,
    coalesce(a.login_name, '') as login_name, coalesce(a.oper_name, '') as oper_name, o.phone, o.mailbox, o.logo, o.time_zone,
    coalesce(w.n, 0) as operators, coalesce(d.n, 0) as devices, o.create_time
  from organisation o
    left join organisation p on p.id = o.parent_id
    left join operator a on a.id = o.admin_id
    left join (select org_id, count(*) as n from operator group by org_id) w on w.org_id = o.id
    left join (select org_id, count(*) as n from device group by org_id) d on d.org_id = o.id) as o`;

interface Filter {
  keyword?: string | undefined;
  status?: 1 | 2 | undefined;
  ids?: number[] | undefined;
}

export const organisationRows = ({ keyword = '', status, ids }: Filter): RawBuilder<Organisation> => {
  const found = ['o.org_name', 'o.login_name', 'o.oper_name', 'o.phone', 'o.mailbox'].map((column) =>
    matches(sql.ref(column), keyword),
  );
  return sql<Organisation>`select o.* from ${from}
    where (${keyword} = '' or ${sql.join(found, sql` or `)})
      and (${status ?? null}::smallint is null or o.status = ${status ?? null})
      and (${ids ?? null}::bigint[] is null or o.id = any(${ids ?? null}))
    order by o.org_name, o.id`;
};

/** These organisations and all below them. */
export const below = (ids: readonly number[]): RawBuilder<unknown> => sql`(
  with recursive b as (
    select id from organisation where id = any(${ids})
    union select o.id from organisation o join b on o.parent_id = b.id)
  select id from b)`;

/** Whether people or roles in this branch lean on a role of an organisation that does not stand above them. */
export const leansOutside = async ({ db }: Ctx, id: number): Promise<boolean> => {
  const above = (org: RawBuilder<unknown>) => sql`(
    with recursive a as (
      select id, parent_id from organisation where id = ${org}
      union select o.id, o.parent_id from organisation o join a on o.id = a.parent_id)
    select id from a)`;
  const { rows } = await sql<{ leans: boolean }>`
    select exists (select from operator w join role r on r.id = w.role_id
                    where w.org_id in ${below([id])} and r.org_id not in ${above(sql`w.org_id`)})
        or exists (select from role r join role s on s.id = r.super_role_id
                    where r.org_id in ${below([id])} and s.org_id not in ${above(sql`r.org_id`)}) as leans`.execute(db);
  return rows[0]?.leans ?? false;
};
