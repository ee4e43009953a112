import { cardWords } from '@plomb/contract/cards/words';
import { searchKey } from '@plomb/contract/kit/search';
import { CardNumber } from '@plomb/contract/lock/orderKinds';
import type { PoolClient } from 'pg';
import type { ImportKind, JudgedRow } from './block.ts';
import { type CardFinds, type CardValues, cardSaysNothingNew, type JudgedCard, judgeCard } from './cardRow.ts';
import { saidIn } from './cells.ts';
import { organisationsIn } from './named.ts';

type CardRow = JudgedRow & JudgedCard;

/** A type by its code, or by a word it has or had. */
const typesIn = async (client: PoolClient): Promise<CardFinds['types']> => {
  const { rows } = await client.query<{ code: string; zh: string; en: string }>(
    `select i.item_code as code, i.item_text ->> 'zh' as zh, i.item_text ->> 'en' as en
       from dictionary_item i join dictionary d on d.id = i.dictionary_id where d.dict_code = 'card_type'`,
  );
  const { items } = cardWords.card_type;
  const named = Object.entries(items).flatMap(([code, words]) => [code, ...words].map((word) => [word, code] as const));
  const now = rows.flatMap(({ code, zh, en }) =>
    code in items ? [zh, en].flatMap((word) => (word ? [[word, code] as const] : [])) : [],
  );
  return new Map([...named, ...now].map(([word, code]) => [searchKey(word), code]));
};

type Existing = CardValues & { removing: boolean };
/** In one organisation a number is given once. */
const keyOf = ({ org_id, ic_no }: Pick<CardValues, 'org_id' | 'ic_no'>): string => `${org_id} ${ic_no}`;

const existing = async (client: PoolClient, judged: readonly CardRow[]): Promise<Map<string, Existing>> => {
  const { rows } = await client.query<Existing>(
    `select c.org_id, c.ic_no, ic_name, card_no, card_type, lat, lon, radius, removing_time is not null as removing
       from ic_card c join unnest($1::bigint[], $2::text[]) as asked(org_id, ic_no) using (org_id, ic_no)`,
    [judged.map(({ values }) => values.org_id), judged.map(({ values }) => values.ic_no)],
  );
  return new Map(rows.map((card) => [keyOf(card), card]));
};

export const importedCards: ImportKind<CardRow> = {
  async keys(client, plan) {
    const find = await organisationsIn(client);
    return (cells) => {
      const said = saidIn(['ic_no', 'org_name'], cells, plan.mapping);
      const org = said.org_name === '' ? plan.org_id : find(said.org_name);
      return CardNumber.safeParse(said.ic_no).success ? `${org} ${said.ic_no}` : null;
    };
  },
  async judge(client, rows, plan) {
    const finds = { org_name: await organisationsIn(client), types: await typesIn(client) };
    const judged = rows.map(({ first, ...row }): CardRow => {
      const one = judgeCard(row.cells, plan, finds);
      if (first !== null) one.errors.unshift({ field: 'ic_no', code: 'importNumberTwice', values: { row: first } });
      return { row, ...one, isSame: false };
    });
    const there = await existing(client, judged);
    for (const one of judged) {
      if (one.errors.some(({ field }) => field === 'ic_no' || field === 'org_name')) continue;
      const card = there.get(keyOf(one.values));
      if (card?.removing) one.errors.push({ field: 'ic_no', code: 'cardRemoving' });
      else if (card && one.errors.length === 0 && cardSaysNothingNew(one, card)) one.isSame = true;
      else if (card) one.errors.push({ field: 'ic_no', code: 'importCardExists' });
    }
    return judged;
  },
  async write(client, good) {
    const of = <K extends keyof CardValues>(field: K) => good.map(({ values }) => values[field]);
    const { rows } = await client.query<{ id: number; org_id: number; ic_no: string }>(
      `insert into ic_card (org_id, ic_no, ic_name, card_no, card_type, lat, lon, radius)
       select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[], $8::int[])
       on conflict (org_id, ic_no) do nothing returning id, org_id, ic_no`,
      [of('org_id'), of('ic_no'), of('ic_name'), of('card_no'), of('card_type'), of('lat'), of('lon'), of('radius')],
    );
    return new Map(rows.map((card) => [keyOf(card), card.id]));
  },
  keyOf: ({ values }) => keyOf(values),
  taken: { field: 'ic_no', code: 'importCardExists' },
  numberOf: () => '',
};
