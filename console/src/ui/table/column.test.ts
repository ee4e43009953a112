import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('../../domains/**/*.tsx', { query: '?raw', import: 'default', eager: true });
/** What is read out, compared and searched for by: a part of it is another number. */
const names = ['sn', 'subject', 'ic_no', 'card_no', 'sim_card', 'device_no'];
/** Columns of a file have no width. */
const isFile = (file: string): boolean => file.endsWith('/CardMatrixPage.tsx');

it('of a number or a plate is never cut and never narrower than its page has it', () => {
  const found: string[] = [];
  let seen = 0;
  for (const [file, text] of Object.entries(sources)) {
    if (isFile(file)) continue;
    for (const part of text.split(/(?=(?:dataIndex|key): ')/).slice(1)) {
      const name = /^dataIndex: '(\w+)'/.exec(part)?.[1] ?? '';
      if (!names.includes(name)) continue;
      seen += 1;
      if (!part.includes('identity: true') || part.includes('ellipsis: true')) found.push(`${file} ${name}`);
    }
    for (const [, name = ''] of text.matchAll(/plain\('(\w+)'/g))
      if (names.includes(name)) found.push(`${file} ${name}`);
  }
  expect(seen).toBeGreaterThan(10);
  expect(found).toEqual([]);
});
