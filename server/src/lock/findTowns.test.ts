import { expect, it } from 'vitest';
import { findTowns } from './findTowns.ts';

const names = (text: string, most = 3) => findTowns(text, most).map(({ name, region }) => `${name.zh} ${region.en}`);

it.each([
  ['苏州', '苏州 Jiangsu'],
  ['苏州市', '苏州 Jiangsu'],
  ['suzhou', '苏州 Jiangsu'],
  ['ＳＵＺＨＯＵ', '苏州 Jiangsu'],
  ['Ürümqi', '乌鲁木齐 Xinjiang'],
  ['urumqi', '乌鲁木齐 Xinjiang'],
])('%s is found first by either of its names, however it is typed', (text, first) => {
  expect(names(text)[0]).toBe(first);
});

it('whole names come before those that begin with the text, and those before the rest', () => {
  const found = findTowns('shang', 200).map(({ name }) => name.en.toLowerCase());
  const ranks = found.map((name) => (name === 'shang' ? 0 : name.startsWith('shang') ? 1 : 2));
  expect(ranks).toEqual(ranks.toSorted());
  expect(found[0]).toBe('shanghai');
});

it('is no more than is asked for, and nothing of signs alone', () => {
  expect(findTowns('a', 4)).toHaveLength(4);
  expect(findTowns(' - ', 4)).toEqual([]);
});
