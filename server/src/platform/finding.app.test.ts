import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { holds } from './finding.ts';
import { kyselyOn, kyselyOver } from './postgres/kysely.ts';
import { transaction } from './postgres/transaction.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe('a word of one or two letters', () => {
  const texts = ['', 'B8\nperson 1\n沪A door', '张三丰', "O'Brien\\", '(1) / [2]', '🔒🔑', 'ÄÖ ẞ', 'İI', 'a'];
  const words = [
    'b8',
    '1',
    '8\n',
    '沪A',
    '沪',
    '张三',
    '三丰',
    '三',
    "o'",
    "'",
    '\\',
    '(1',
    ')/',
    '/[',
    '🔒',
    '🔑',
    'ä',
    'ß',
    'İ',
    'zq',
    '🔑🔒',
    '丰张',
    'a',
  ];

  it.each(words)('%j has all its index of pairs finds, and the index finds all that has it', async (word) => {
    const db = kyselyOver(database.pools.owner);
    const found = (by: 'walk' | 'index') =>
      sql<{ nth: number }>`select t.nth from (select n as nth, one as text, search_key(one) as search_text
        from unnest(${texts}::text[]) with ordinality u(one, n)) t where ${holds('t', ['text'], word, by)} order by 1`.execute(
        db,
      );
    expect((await found('index')).rows).toEqual((await found('walk')).rows);
  });

  it.each(['seal_operation', 'batch_step', 'meter_inspection', 'rfid_record', 'rfid_task', 'logistics_batch', 'meter'])(
    'is looked for in %s by that index',
    async (table) => {
      await transaction(database.pools.owner, async (client) => {
        await client.query('set local enable_seqscan = off');
        for (const word of ['zq', '沪', '#']) {
          const { rows } = await sql<Record<string, string>>`
            explain select t.id from ${sql.table(table)} t where ${holds('t', ['id'], word, 'index')}`.execute(
            kyselyOn(client),
          );
          expect(rows.map((row) => Object.values(row)[0]).join('\n')).toContain(`${table}_pairs`);
        }
      });
    },
  );
});
