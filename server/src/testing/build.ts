import { randomUUID } from 'node:crypto';
import type { LockFamily } from '@plomb/contract/lock/codes';
import type { IdentityRule } from '@plomb/contract/lock/identity';
import type { Pool } from 'pg';
import { hashPassword } from '../platform/passwords.ts';

const one = async (db: Pool, sql: string, values: unknown[]): Promise<number> =>
  (await db.query<{ id: number }>(`${sql} returning id`, values)).rows[0]!.id;
const unique = () => randomUUID().slice(0, 8);
let serial = 100_000_000_000 + Math.floor(Math.random() * 1e9);

/** Factories: each makes one row with everything it needs, and tells its id. */
export const buildOrganisation = async (db: Pool, parentId?: number): Promise<number> =>
  one(
    db,
    'insert into organisation (org_name, parent_id) values ($1, coalesce($2, (select id from organisation where parent_id is null)))',
    [`org ${unique()}`, parentId ?? null],
  );

/** A role with these buttons (`menu:button`), or with every button there is. */
export const buildRole = async (db: Pool, orgId: number, buttons: readonly string[] | 'all'): Promise<number> => {
  const id = await one(db, 'insert into role (org_id, role_name) values ($1, $2)', [orgId, `role ${unique()}`]);
  await db.query(
    `insert into role_button (role_id, button_id)
     select $1, b.id from button b join menu m on m.id = b.menu_id where $2::text[] is null or m.menu_code || ':' || b.btn_code = any($2)`,
    [id, buttons === 'all' ? null : buttons],
  );
  await db.query(
    `insert into role_menu (role_id, menu_id)
     select distinct $1::bigint, b.menu_id from role_button rb join button b on b.id = rb.button_id where rb.role_id = $1
     union select $1, m.id from menu m where $2::text[] is null`,
    [id, buttons === 'all' ? null : buttons],
  );
  return id;
};

export interface BuiltOperator {
  id: number;
  loginName: string;
  password: string;
}
const password = 'secret1';
let hashed: Promise<string> | undefined;

export const buildOperator = async (
  db: Pool,
  orgId: number,
  buttons: readonly string[] | 'all' = 'all',
): Promise<BuiltOperator> => {
  hashed ??= hashPassword(password);
  const loginName = `op-${unique()}`;
  const id = await one(
    db,
    'insert into operator (org_id, role_id, oper_name, login_name, password_hash) values ($1, $2, $3, $4, $5)',
    [orgId, await buildRole(db, orgId, buttons), `Operator ${loginName}`, loginName, await hashed],
  );
  return { id, loginName, password };
};

/** Its locks need no proof of who they are, unless the test is about that. */
export const buildDeviceType = (
  db: Pool,
  family: LockFamily = 'hhd',
  identityRule: IdentityRule = 'open',
): Promise<number> =>
  one(
    db,
    `insert into device_type (device_type, device_type_name, family, utc_offset_minutes, identity_rule, unseal_password)
     values ($1, $1, $2, $3, $4, case $2 when 'jt701' then 'factory' else 'none' end)`,
    [`type-${unique()}`, family, family === 'hhd' ? 480 : 0, identityRule],
  );

/** Numbers as the locks of a family have them. */
const firstNumber: Record<LockFamily, number> = { hhd: 0, jt701: 8_000_000_000, jointech808: 790_000_000_000 };

export interface BuiltDevice {
  id: number;
  sn: string;
}
export const buildDevice = async (db: Pool, orgId: number, family: LockFamily = 'hhd'): Promise<BuiltDevice> => {
  const sn = String(firstNumber[family] + (++serial % 1e9));
  const id = await one(db, 'insert into device (org_id, sn, device_name, device_type_id) values ($1, $2, $3, $4)', [
    orgId,
    sn,
    `Lock ${sn}`,
    await buildDeviceType(db, family),
  ]);
  return { id, sn };
};
