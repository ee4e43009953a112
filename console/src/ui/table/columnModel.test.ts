import { describe, expect, it } from 'vitest';
import {
  arranged,
  type ColumnChoice,
  moved,
  movedBeside,
  pinnedOrNot,
  readChoices,
  shownOrNot,
  shownWidth,
  widened,
} from './columnModel.ts';

const known = ['sn', 'name', 'state', 'firmware'].map((id) => ({ id, optional: id === 'firmware' }));
const ids = (columns: ColumnChoice[]) => columns.map((c) => c.id);
const plain = arranged(known, []);

describe('columns nobody has touched', () => {
  it('stand as the page has them, the first pinned, optional ones out of sight', () => {
    expect(plain).toEqual([
      { id: 'sn', shown: true, pinned: true },
      { id: 'name', shown: true, pinned: false },
      { id: 'state', shown: true, pinned: false },
      { id: 'firmware', shown: false, pinned: false },
    ]);
  });
});

describe('a choice of another version', () => {
  const chosen = [
    { id: 'state', shown: true, pinned: true, width: 300 },
    { id: 'gone', shown: true, pinned: false },
    { id: 'state', shown: false, pinned: false },
    { id: 'sn', shown: false, pinned: false },
  ];
  it('loses columns that are gone; new ones stand behind their neighbour; the first cannot be hidden', () => {
    expect(arranged(known, chosen)).toEqual([
      { id: 'sn', shown: true, pinned: true },
      { id: 'state', shown: true, pinned: true, width: 300 },
      { id: 'name', shown: true, pinned: false },
      { id: 'firmware', shown: false, pinned: false },
    ]);
  });
  it('is read without trust', () => {
    expect(readChoices([{ id: 'a', shown: true, pinned: false }, { id: 4 }, null, 'x'])).toEqual([
      { id: 'a', shown: true, pinned: false },
    ]);
    expect(readChoices({ 0: 1 })).toEqual([]);
    expect(arranged(known, [{ id: 'name', shown: true, pinned: false, width: 9e9 }])[1]?.width).toBe(800);
  });
});

describe('a change', () => {
  it('moves a column, never before the first nor among the pinned', () => {
    expect(ids(moved(plain, 'state', 1))).toEqual(['sn', 'state', 'name', 'firmware']);
    expect(ids(moved(plain, 'state', 0))).toEqual(['sn', 'state', 'name', 'firmware']);
    expect(ids(moved(plain, 'sn', 3))).toEqual(ids(plain));
    expect(ids(moved(pinnedOrNot(plain, 'state', true), 'name', 1))).toEqual(['sn', 'state', 'name', 'firmware']);
    expect(ids(moved(plain, 'name', 99))).toEqual(['sn', 'state', 'firmware', 'name']);
  });
  it.each([
    ['name', 'firmware', 'before', ['sn', 'state', 'name', 'firmware']],
    ['name', 'firmware', 'after', ['sn', 'state', 'firmware', 'name']],
    ['firmware', 'name', 'before', ['sn', 'firmware', 'name', 'state']],
    ['firmware', 'sn', 'before', ['sn', 'firmware', 'name', 'state']],
    ['name', 'gone', 'before', ['sn', 'name', 'state', 'firmware']],
  ] as const)('moves %s beside %s, %s it', (id, other, side, order) => {
    expect(ids(movedBeside(plain, id, other, side))).toEqual(order);
  });
  it('pins, hides and shows', () => {
    expect(ids(pinnedOrNot(plain, 'state', true))).toEqual(['sn', 'state', 'name', 'firmware']);
    expect(shownOrNot(plain, 'firmware', true).at(-1)).toEqual({ id: 'firmware', shown: true, pinned: false });
  });
  it('keeps widths within reason and gives them back', () => {
    expect(widened(plain, 'name', 3)[1]?.width).toBe(56);
    const wide = widened(plain, 'name', 250.4);
    expect(wide[1]?.width).toBe(250);
    expect(widened(wide, 'name', undefined)).toEqual(plain);
  });
  it('never cuts what names the record', () => {
    expect([shownWidth(166, 60, true), shownWidth(166, 60, false), shownWidth(166, 300, true)]).toEqual([166, 60, 300]);
  });
  it('survives being stored', () => {
    const own = widened(moved(shownOrNot(plain, 'name', false), 'state', 1), 'state', 200);
    expect(arranged(known, readChoices(JSON.parse(JSON.stringify(own))))).toEqual(own);
  });
});
