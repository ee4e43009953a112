import type { ClientBase, Pool } from 'pg';

export interface OperatorRow {
  id: number;
  org_id: number;
  oper_name: string;
  login_name: string;
  org_name: string;
  logo: string;
  status: number;
  password_hash: string;
  must_change: boolean;
}

const operatorSql = `
  select o.id, o.org_id, o.oper_name, o.login_name, g.org_name, g.logo, o.password_hash, o.must_change,
    case when o.status = 1 and organisation_enabled(g.id) then 1 else 2 end as status
  from operator o join organisation g on g.id = o.org_id`;

/** `usual`: the operator has signed in from this address within thirty days. */
export const operatorByLogin = async (
  db: Pool,
  loginName: string,
  address: string,
): Promise<(OperatorRow & { usual: boolean }) | undefined> => {
  const { rows } = await db.query<OperatorRow & { usual: boolean }>(
    `select found.*, exists (
       select from session s where s.operator_id = found.id and s.address = $2
         and s.create_time > now() - interval '30 days') as usual
     from (${operatorSql} where lower(o.login_name) = lower($1)) found`,
    [loginName, address],
  );
  return rows[0];
};
export const operatorById = async (db: ClientBase | Pool, id: number): Promise<OperatorRow | undefined> =>
  (await db.query<OperatorRow>(`${operatorSql} where o.id = $1`, [id])).rows[0];
