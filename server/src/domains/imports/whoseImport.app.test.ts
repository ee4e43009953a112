import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyMigrations, readMigrations } from '../../platform/postgres/migrate.ts';
import { openPools, type Pools } from '../../platform/postgres/pools.ts';
import { type BlankDatabase, blankDatabase } from '../../testing/database.ts';

const WHOSE = '2026-11-26-42-whose-import.sql';
let database: BlankDatabase;
let pools: Pools;

beforeAll(async () => {
  database = await blankDatabase();
  const migrations = await readMigrations(resolve(import.meta.dirname, '../../../migrations'));
  await applyMigrations(
    database.url,
    migrations.filter(({ name }) => name < WHOSE),
  );
  pools = openPools(database.url);
  // sent by the root, its rows without an organisation for the one below
  await pools.owner.query(`
    insert into organisation (org_name) values ('root');
    insert into organisation (org_name, parent_id) select 'below', id from organisation;
    insert into file_content (sha256, bytes) values (repeat('a', 64), 1);
    insert into file (id, org_id, purpose, type, sha256, bytes)
      select repeat('i', 24), id, 'import', 'text/csv', repeat('a', 64), 1 from organisation where org_name = 'root';
    insert into import (org_id, operator_id, oper_name, import_type, name, file, bytes, encoding, delimiter, total, columns,
        mapping, basis)
      select id, 1, 'x', 'device', 'x', repeat('i', 24), 1, 'utf-8', ',', 1, '[]', '["device_name", "sn"]', '[null, null]'
        from organisation where org_name = 'below';
    insert into job (org_id, operator_id, kind, subject, subject_id, total)
      select org_id, 1, 'import_check', 'x', id, 1 from import;
    insert into import_row select id, 2, '["a", "8603 19-00A1"]',
        '[{"field": "device_name", "code": "tooLong"}, {"field": "sn", "code": "importExists", "values": {"name": "secret"}}]'
      from import;
    insert into import_row select id, 3, '["a"]', '[{"field": "sn", "code": "required"}]' from import`);
  await applyMigrations(database.url, migrations);
});
afterAll(async () => {
  await pools.close();
  await database.drop();
});

it('imports of before are their sender’s, and their rows keep no name of a device', async () => {
  const { rows: whose } = await pools.owner.query(
    `select o.org_name as own, g.org_name as goal, k.org_name as job from import i join organisation o on o.id = i.org_id
       join organisation g on g.id = i.goal_org_id join job j on j.subject_id = i.id join organisation k on k.id = j.org_id`,
  );
  expect(whose).toEqual([{ own: 'root', goal: 'below', job: 'root' }]);
  const { rows } = await pools.owner.query('select row, sn, errors from import_row order by row');
  expect(rows).toEqual([
    {
      row: 2,
      sn: '86031900a1',
      errors: [
        { field: 'device_name', code: 'tooLong' },
        { field: 'sn', code: 'importExists' },
      ],
    },
    { row: 3, sn: '', errors: [{ field: 'sn', code: 'required' }] },
  ]);
});
