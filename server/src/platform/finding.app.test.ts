import { seen } from '@plomb/contract/kit/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { anyOf, type Finding, holdsBy, openFinder, type Word } from './finding.ts';
import { kyselyOn, kyselyOver } from './postgres/kysely.ts';
import { transaction } from './postgres/transaction.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
const nobody = { id: 0, orgId: 0, orgIds: [] as number[] };

describe('a word', () => {
  const texts = ['', 'B8\nperson 1\n沪A door', '张三丰', "O'Brien\\", '(1) / [2]', '🔒🔑', 'ÄÖ ẞ', 'İI', 'a'];
  const words = [
    'b8',
    'person 1',
    'son1',
    'b8\nper',
    '🔒🔑a',
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

  it.each(words)('%j is what is asked of the index, and the index finds all that has it', async (keyword) => {
    const db = kyselyOver(database.pools.owner);
    const found = async (by: 'walk' | 'index') => {
      const { rows } = await sql<{ nth: number }>`select t.nth
        from (select 70::bigint as org_id, n as nth, one as text, search_key(one) as search_text from unnest(${texts}::text[]) with ordinality u(one, n)) t,
          (select word_bucket(70) as n) bucket
        where ${holdsBy(by, 't', { keyword, columns: ['text'] })} order by 1`.execute(db);
      return rows;
    };
    expect(await found('index')).toEqual(await found('walk'));
  });

  it('is of each of its parts, also in a text of very many letters, and soon', async () => {
    const long = Array.from({ length: 20_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * n) % 401))).join('');
    const parts = [...long].flatMap((_, n) => [1, 2, 3].map((size) => long.slice(n, n + size)));
    await transaction(database.pools.owner, async (client) => {
      const keys = 'select array_agg(distinct hashtextextended(part, 6)) from unnest($1::text[]) part';
      const { rows } = await client.query<Record<string, unknown>>(keys, [[...new Set(parts)]]);
      await client.query("set local statement_timeout = '2s'");
      const kept = await client.query<Record<string, unknown>>(
        'select array_agg(distinct k) from unnest(word_keys(6, $1)) k',
        [long],
      );
      expect(kept.rows).toEqual(rows);
    });
  });

  it.each([
    ...['seal_operation', 'batch_step', 'meter_inspection', 'rfid_record', 'rfid_task'],
    ...['logistics_batch', 'meter', 'meter_work_order'],
  ])('is looked for in %s by its index', async (table) => {
    await transaction(database.pools.owner, async (client) => {
      await client.query('set local enable_seqscan = off');
      for (const keyword of ['zq', '沪', '#', 'person 1']) {
        const { rows } = await sql<Record<string, string>>`
          explain select t.id from ${sql.table(table)} t, (select word_bucket(70) as n) bucket where ${holdsBy('index', 't', { keyword, columns: [] })}`.execute(
          kyselyOn(client),
        );
        expect(rows.map((row) => Object.values(row)[0]).join('\n')).toContain(`${table}_words`);
      }
    });
  });
});

describe('rows that hold a word', () => {
  const orgs = { ours: 70, below: 134, other: 71, beside: 198 };
  const of = (...orgIds: number[]) => ({ operator: { ...nobody, orgId: orgIds[0]!, orgIds } }) as never;
  const called = (keyword: string, more: Partial<Word> = {}) => ({
    ...{ table: 'heard', as: 'h', word: { keyword, columns: ['text'], ...more } },
  });
  beforeAll(async () => {
    const { owner } = database.pools;
    await owner.query(`
      create table heard (id bigint primary key, org_id bigint not null, text text not null, search_text text generated always as (search_key(text)) stored);
      create index heard_words on heard using gin (word_keys(word_bucket(org_id), search_text));
      grant select on heard to public;
      insert into heard values (1, 70, '张三 B1'), (2, 134, '张三 B2'), (3, 71, '张三 B3'), (4, 198, '张三 B4'), (5, 70, '李四 - B5')`);
    await owner.query(
      "insert into organisation (id, org_name, parent_id) overriding system value values (1, 'top', null), (70, 'o', 1), (134, 'p', 1), (71, 'q', 1), (198, 'r', 1)",
    );
  });

  it.each([
    ['張三', [orgs.ours], []],
    ['张三', [orgs.ours], [1]],
    ['三', [orgs.ours, orgs.below], [1, 2]],
    ['张三b', [orgs.ours, orgs.other], [1, 3]],
    ['b5', [orgs.beside], []],
    ['-', [orgs.ours], [5]],
    ['-', [orgs.beside], []],
  ])('%j are those of who asks, also where others have theirs beside them', async (keyword, orgIds, ids) => {
    const finder = openFinder(database.pools.readers);
    expect((await finder.few(called(keyword), of(...orgIds)))?.sort()).toEqual(ids);
  });

  it('are all for who sees all', async () => {
    const finder = openFinder(database.pools.readers);
    expect((await finder.few(called('张三'), of(1)))?.sort()).toEqual([1, 2, 3, 4]);
  });

  it('are also those that are about it, once each', async () => {
    const finder = openFinder(database.pools.readers);
    const found = (ids: number[]) =>
      finder.few(called('b1', { about: sql`h.id = any(${ids})` }), of(orgs.ours, orgs.below));
    expect((await found([1, 2, 3]))?.sort()).toEqual([1, 2]);
  });

  describe('of a page', () => {
    const db = () => kyselyOver(database.pools.owner);
    const page = (more: Partial<Finding>, isShown = sql`true`) =>
      openFinder(database.pools.readers).page<{ id: number }>(
        { ...{ table: 'heard', as: 'h', terms: [], size: 2 }, ...more },
        (where, rest) => sql`select h.id from heard h ${where} and ${isShown} ${rest}`,
        { operator: { ...nobody, orgId: 1, orgIds: [1, 70, 134, 71, 198] }, db: db() } as never,
      );
    const idsOf = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);

    it('are as many as fit also where the newest are joined to what is out of sight', async () => {
      const first = await page({}, sql`h.id not in (3, 4, 5)`);
      expect([idsOf(first), first.more]).toEqual([[2, 1], false]);
      const last = await page({}, sql`h.id not in (2, 4)`);
      expect([idsOf(last), last.more]).toEqual([[5, 3], true]);
      expect(await page({ before: 3 }, sql`h.id > 2`)).toEqual({ rows: [], more: false });
    });
    it('are each found once where a value is asked for twice', async () => {
      const values = [70, 70, 134, 71, 70];
      const found = await page({ size: 3, each: { column: 'org_id', type: 'smallint', values } });
      expect([idsOf(found), found.more]).toEqual([[5, 3, 2], true]);
    });
  });
});

describe('lists of very many, narrowed at random', () => {
  /** So many of one organisation that an index of words is asked. */
  const MANY = 16_000;
  const LETTERS = [...'沪三丰Aｂİß🔒\'"%_\\- 12ﷺ（'];
  let seed = 7;
  const chance = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const oneOf = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)]!;
  const letters = (most: number): string =>
    Array.from({ length: 1 + Math.floor(chance() * most) }, () => oneOf(LETTERS)).join('');
  beforeAll(async () => {
    const { owner } = database.pools;
    await owner.query(`
      create table told (id bigint primary key, org_id bigint not null, about int not null, kind smallint not null, at timestamptz not null,
        name text not null, object text not null, search_text text not null generated always as (search_key(name || e'\\n' || object)) stored);
      grant select on told to public`);
    const orgs = [...Array(12).fill(70), 134, 134, 71, 198, 198, 198];
    const rows = Array.from({ length: (MANY * orgs.length) / 12 }, (_, n) => ({
      ...{ id: n + 1, org_id: n < MANY ? 70 : oneOf(orgs), about: Math.floor(chance() * 500) },
      ...{ kind: Math.floor(chance() * chance() * 8), at: new Date(1_800_000_000_000 + Math.floor(chance() * 9e6)) },
      ...{ name: letters(6), object: letters(9) },
    }));
    await owner.query(
      `insert into told (id, org_id, about, kind, at, name, object)
       select id, org_id, about, kind, at, name, object from jsonb_populate_recordset(null::told, $1)`,
      [JSON.stringify(rows)],
    );
    await owner.query(`
      create index told_words on told using gin (word_keys(word_bucket(org_id), search_text));
      create index told_org on told (org_id, id desc);
      create index told_at on told (org_id, at desc, id desc);
      create index told_kind on told (org_id, kind, id desc);
      analyze told`);
  });

  it('have, page by page, what is found where each row is read', async () => {
    const asked: string[] = [];
    const { readers, owner } = database.pools;
    const told = {
      query: (text: string, values?: unknown[]) => {
        asked.push(text);
        return readers.query(text, values);
      },
    };
    const finder = openFinder(told as never);
    for (let n = 0; n < 150; n += 1) {
      const word: Word = {
        ...{ keyword: seen(letters(oneOf([1, 2, 4, 8]))) || '-', columns: ['name', 'object'] },
        ...oneOf([{}, { columns: ['name'], isPart: true as const }]),
        ...oneOf([{}, { about: sql`t.about = any(${[3, 4, 5]})` }]),
      };
      const operator = {
        ...nobody,
        orgIds: oneOf([[70, 134], [70, 71, 134], [70], [134, 198], [71], [1, 70, 71, 134, 198]]),
      };
      const ctx = { operator, db: kyselyOver(owner) } as never;
      const kinds = oneOf([undefined, undefined, [0], [3, 5], [7]]);
      const by = oneOf([undefined, 'at']);
      const terms = [oneOf([sql`true`, sql`t.about % 50 <> 1`]), by ? sql`t.at >= '2027-01-15T09:00:00Z'` : sql`true`];
      const each = kinds && { column: 'kind', type: 'smallint' as const, values: kinds };
      const size = oneOf([7, 50]);
      const { rows: wanted } = await sql<{ id: number }>`select t.id from told t where ${sql.join(terms, sql` and `)}
        and t.org_id = any(${operator.orgIds}) and ${kinds ? sql`t.kind = any(${kinds})` : sql`true`}
        and (${anyOf('t', word.columns, word.keyword)} or ${word.about ?? sql`false`})
        order by ${by ? sql`t.at desc,` : sql``} t.id desc limit ${3 * size}`.execute(kyselyOver(owner));
      const found: number[] = [];
      for (let more = true; more && found.length < 3 * size; ) {
        const finding = { ...{ table: 'told', as: 't', terms, size, word, by, each }, before: found.at(-1) };
        const page = await finder.page<{ id: number }>(
          finding,
          (...of) => sql`select t.id from told t ${sql.join(of, sql` `)}`,
          ctx,
        );
        found.push(...page.rows.map(({ id }) => id));
        more = page.more;
      }
      expect({ n, keyword: word.keyword, found }).toEqual({
        n,
        keyword: word.keyword,
        found: wanted.map(({ id }) => id),
      });
    }
    expect(asked.filter((text) => text.includes('word_keys_of')).length).toBeGreaterThan(10);
  });
});
