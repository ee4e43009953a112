import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import type { Block, Document } from './document.ts';
import { render } from './render.ts';

const about: Omit<Document, 'blocks'> = {
  ...{ title: 'Report', lang: 'en', above: 'East', beside: ['WL-1'], foot: 'only for the parties concerned' },
  ...{ pageWords: '{page}/{pages}', made: '2026-11-20T04:00:00.000Z' },
};
/** Lines of each page, as they stand. */
const pagesOf = async (blocks: Block[], more: Partial<Document> = {}) => {
  const pdf = await getDocument({ data: new Uint8Array(await render({ ...about, ...more, blocks })) }).promise;
  const pages: string[][] = [];
  for (let nth = 1; nth <= pdf.numPages; nth++) {
    const { items } = await (await pdf.getPage(nth)).getTextContent();
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() ? [item.str] : [])));
  }
  const { info } = (await pdf.getMetadata()) as { info: { Language?: string } };
  return { pages, lang: info.Language };
};
const columns = [
  { title: 'Position', width: 1 },
  { title: 'Looks', width: 1 },
];
const lines = (n: number, word: string): string => Array.from({ length: n }, (_, nth) => `${word}-${nth}`).join('\n');

test('a row that is taller than a page goes on on the next, and nothing of it is left out', async () => {
  const { pages } = await pagesOf([
    {
      kind: 'table',
      columns,
      empty: '',
      rows: [
        ['rear door', `${lines(150, 'look')}\nZZ-OTHER-77`],
        ['front', 'last'],
      ],
    },
  ]);
  const all = pages.flat();
  expect(pages.length).toBeGreaterThan(2);
  for (const one of ['look-0', 'look-75', 'look-149', 'ZZ-OTHER-77', 'last'])
    expect(all.filter((text) => text === one)).toEqual([one]);
  const { pages: long } = await pagesOf([
    { kind: 'table', columns, empty: '', rows: [['x', `${'word '.repeat(4000)}end`]] },
  ]);
  expect(long.flat().join(' ')).toContain('end');
});

test('a heading and the heads of a table stand with the first row, wherever the page ends', async () => {
  for (let before = 30; before < 70; before += 3) {
    const rows = [['rear door', lines(6, 'look')]] as const;
    const { pages } = await pagesOf([
      { kind: 'text', text: lines(before, 'line') },
      { kind: 'heading', text: 'Numbers' },
      { kind: 'table', columns, empty: '', rows },
    ]);
    for (const page of pages) expect([before, page.includes('Numbers')]).toEqual([before, page.includes('rear door')]);
  }
});

test('signs that only turn or join others are told by their numbers, and the foot is whole', async () => {
  const foot = `Times Asia/Shanghai (UTC+08:00) · places WGS-84 · WL-20261120-0731 · personal data: only for the parties concerned`;
  const { pages, lang } = await pagesOf([{ kind: 'text', text: 'NB \u202e731\u200d' }], { foot });
  const text = pages.flat().join(' ');
  expect(text).toContain('NB [U+202E]731[U+200D]');
  expect(text).toContain('concerned');
  expect(lang).toBe('en');
});

test('of a photo that is not drawn it is said why', async () => {
  const photo = { bytes: null, title: 'P-001', note: 'E-001' };
  const { pages } = await pagesOf([
    {
      kind: 'photos',
      photos: [
        { ...photo, instead: 'in photos/ only' },
        { ...photo, instead: 'cannot be read' },
      ],
    },
  ]);
  expect(pages.flat().join(' ')).toMatch(/in photos\/ only.*cannot be read/);
});

test('who made it, and when, stands in one line beside a short title', async () => {
  const made = '2026-11-29 05:30:02 由 周敏 (demo) · 苏南联运集团 制作';
  const { pages } = await pagesOf([], { lang: 'zh', title: '批次证据包', beside: ['WL-20261128-0050', made] });
  expect(pages.flat()).toContain(made);
});
