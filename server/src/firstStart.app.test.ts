import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { buttonSeeds, firstStart, syncMenus } from './firstStart.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { openPools } from './platform/postgres/pools.ts';
import { transaction } from './platform/postgres/transaction.ts';
import { blankDatabase, freshDatabase } from './testing/database.ts';

it('of two processes that start on one new database at once, one makes the administrator', async () => {
  const database = await blankDatabase();
  const dir = resolve(import.meta.dirname, '../migrations');
  await Promise.all([migrate(database.url, { dir }), migrate(database.url, { dir })]);
  const pools = openPools(database.url);
  const start = () => transaction(pools.owner, (db) => firstStart(db, undefined));
  const made = await Promise.all([start(), start()]);
  expect(made.filter((m) => m.administrator !== null)).toHaveLength(1);
  const { rows } = await pools.owner.query(
    'select (select count(*) from organisation) as organisations, (select count(*) from operator) as operators',
  );
  expect(rows).toEqual([{ organisations: 1, operators: 1 }]);
  await pools.close();
  await database.drop();
});

it('a button is called by the gravest that it allows, also where it was once called by a look-up, and as an administrator has it', async () => {
  const database = await freshDatabase();
  const { owner } = database.pools;
  const { first, by } = buttonSeeds().find(({ menu, code }) => menu === 'batch' && code === 'add')!;
  expect([by.path, first.path]).toEqual(['/batch/start', '/batch/intervalLimits']);
  const sync = () => transaction(owner, syncMenus);
  const of = "from menu m where m.id = b.menu_id and m.menu_code = 'batch' and b.btn_code = 'add'";
  const set = ({ zh, en }: { zh: string; en: string }, url: string) =>
    owner.query(`update button b set name_zh = $1, name_en = $2, action_url = $3 ${of}`, [zh, en, url]);
  const named = async () =>
    (await owner.query(`select b.name_en, b.action_url from button b, menu m ${of.slice('from menu m '.length)}`))
      .rows[0];
  await sync();
  await set(first.title, first.path);
  await sync();
  expect(await named()).toEqual({ name_en: by.title.en, action_url: by.path });
  await set({ zh: '我们的', en: 'Ours' }, first.path);
  await sync();
  expect(await named()).toMatchObject({ name_en: 'Ours' });
  await database.drop();
});
