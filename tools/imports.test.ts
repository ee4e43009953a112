import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { circlesIn, diagramOf, folderImportsOf, importsOf, mistakeIn } from './imports.ts';

const root = resolve(import.meta.dirname, '..');

describe('an import', () => {
  it.each([
    ['protocols/src/jt808/header.ts', 'contract/src/lock/codes.ts', 'protocols knows nothing of contract'],
    ['console/src/domains/map/MapPage.tsx', 'server/src/main.ts', 'console knows nothing of server'],
    ['contract/src/kit/call.ts', 'contract/src/menus.ts', 'kit stands below .'],
    ['contract/src/lock/operable.ts', 'contract/src/alarms/alarms.ts', 'lock stands below domains'],
    ['server/src/platform/crud.ts', 'server/src/domains/devices/queries.ts', 'platform stands below domains'],
    ['server/src/lock/named.ts', 'server/src/domains/devices/queries.ts', 'lock stands below domains'],
    ['console/src/ui/Mark.tsx', 'console/src/lock/Serial.tsx', 'ui stands below lock'],
    ['console/src/domains/alarms/AlarmsPage.tsx', 'console/src/app/Shell.tsx', 'domains stands below app'],
    [
      'server/src/domains/system/roles/roles.routes.ts',
      'server/src/domains/system/menus/queries.ts',
      'system/roles and system/menus meet through the contract or rules.ts',
    ],
    ['server/src/newFolder/x.ts', 'server/src/platform/crud.ts', /stands on no floor/],
  ])('of %s from %s is a mistake', (from, to, why) => {
    expect(mistakeIn({ from, to })).toMatch(why);
  });

  it.each([
    ['server/src/domains/personal/account.routes.ts', 'server/src/people/proofs.ts'],
    ['server/src/domains/devices/devices.routes.ts', 'server/src/domains/orders/rules.ts'],
    ['contract/src/live/live.ts', 'contract/src/map/map.ts'],
    ['server/src/product.ts', 'gateway/src/server.ts'],
  ])('of %s from %s is none', (from, to) => {
    expect(mistakeIn({ from, to })).toBeNull();
  });
});

test('a circle is found, however long', () => {
  const imports = ['ab', 'bc', 'ca', 'cd'].map(([from = '', to = '']) => ({ from, to }));
  expect(circlesIn(imports)).toEqual([['a', 'b', 'c', 'a']]);
  expect(circlesIn(imports.slice(1))).toEqual([]);
});

describe('the product', async () => {
  const imports = await importsOf(root);
  it('has imports to look at', () => expect(imports.length).toBeGreaterThan(2000));

  it('imports downwards only, and no domain from another', () => {
    expect(imports.flatMap((one) => mistakeIn(one) ?? []).toSorted()).toEqual([]);
  });
  it('has no circles, not of types either', () => expect(circlesIn(imports)).toEqual([]));
  it('has none of folders', () => expect(circlesIn(folderImportsOf(imports))).toEqual([]));
  it('looks as docs/imports.md draws it (npm run imports)', () => {
    expect(readFileSync(resolve(root, 'docs/imports.md'), 'utf8')).toContain(diagramOf(imports));
  });
});
