import { describe, expect, it } from 'vitest';
import { changeOf, refusedGrant, sentenceOf } from './rules.ts';

const grants = (menus: number[], buttons: number[] = []) => ({ menus: new Set(menus), buttons: new Set(buttons) });
const all = grants([1, 2, 3], [11, 12, 21, 31]);
const asked = (change: object) =>
  refusedGrant({
    before: grants([1], [11]),
    after: grants([1], [11]),
    parent: all,
    own: all,
    knownMenus: all.menus,
    menuOfButton: new Map([
      [11, 1],
      [12, 1],
      [21, 2],
      [31, 3],
    ]),
    ...change,
  });

describe('grants', () => {
  it.each([
    ['what the role holds already', {}, null],
    ['more, within the role above', { after: grants([1, 2], [11, 12, 21]) }, null],
    ['less', { after: grants([]) }, null],
    ['a menu the role above lacks', { after: grants([1, 2], [11]), parent: grants([1], [11]) }, 'grantWithinParent'],
    ['a button the role above lacks', { after: grants([1], [11, 12]), parent: grants([1], [11]) }, 'grantWithinParent'],
    ['anything below no role', { after: grants([1, 2], [11, 21]), parent: null }, null],
    ['what the giver lacks', { after: grants([1, 2], [11]), own: grants([1], [11]) }, 'beyondOwn'],
    ['no more of what the giver lacks', { after: grants([]), own: grants([2]) }, 'beyondOwn'],
    ['what the giver lacks, left as it was', { after: grants([1, 2], [11]), own: grants([2]) }, null],
    ['a button without its menu', { after: grants([1], [11, 21]) }, 'tickMenuFirst'],
    ['a menu that does not exist', { after: grants([1, 99]) }, 'notFound'],
    ['a button that does not exist', { after: grants([1], [99]) }, 'notFound'],
  ])('%s: %j → %s', (_, change, refused) => {
    expect(asked(change)).toBe(refused);
  });

  it('says in the log what came and what went', () => {
    const change = changeOf(grants([1, 2], [11]), grants([1, 3], [11, 12]));
    expect(change).toEqual({ added: { menus: [3], buttons: [12] }, removed: { menus: [2], buttons: [] } });
    expect(sentenceOf('Guard', change, (kind, id) => `${kind[0]}${id}`)).toBe('Guard: +m3 +b12 −m2');
  });
});
