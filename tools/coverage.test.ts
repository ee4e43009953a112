import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(resolve(root, 'docs/specification-coverage.md'), 'utf8');

/** How many items a section has; those listed in full must all be there. */
const items = { 1: 26, 2: 40, 3: 30, 4: 25, 5: 19, 6: 11, 7: 17, 8: 17, 9: 12 };
const full = [2, 5, 6, 8, 9] as const;
const idsOf = (section: keyof typeof items): string[] =>
  Array.from({ length: items[section] }, (_, i) => `${section}.${String(i + 1).padStart(2, '0')}`);

const rowsOf = (text: string): { id: string; cells: string[] }[] =>
  [...text.matchAll(/^\| (\d\.\d\d) \|(.*)\|$/gm)].map(([, id = '', rest = '']) => ({
    id,
    cells: rest.split('|').map((cell) => cell.trim()),
  }));
const [proven = '', notYet = ''] = page.split('\n## Not yet\n');
const rows = rowsOf(proven);
const missing = rowsOf(notYet);

/** Whether the file has a test of this name, plain or for each row of a table. */
const hasTest = (source: string, name: string): boolean => {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
  return new RegExp(`(?:\\b(?:it|test)(?:\\.(?:each|runIf|only))?|\\))\\(\\s*(['"\`])${escaped}\\1\\s*,`).test(source);
};

describe('the coverage of the specification', () => {
  it('knows every item of the sections listed in full, and no item twice', () => {
    const listed = [...rows, ...missing].map(({ id }) => id);
    expect(listed).toHaveLength(new Set(listed).size);
    expect(full.flatMap(idsOf).filter((id) => !listed.includes(id))).toEqual([]);
    const known = Object.keys(items).flatMap((section) => idsOf(Number(section) as keyof typeof items));
    expect(listed.filter((id) => !known.includes(id))).toEqual([]);
  });

  it('says of every item what it is, and why what has no test has none', () => {
    for (const { id, cells } of rows)
      expect(
        cells.map((c) => c !== ''),
        id,
      ).toEqual([true, expect.anything(), true]);
    for (const { id, cells } of missing) expect(cells[0], id).not.toBe('');
  });

  it('names tests that exist', () => {
    const sources = new Map<string, string>();
    const wrong: string[] = [];
    for (const { id, cells } of rows)
      for (const proof of (cells[2] ?? '').split('<br>')) {
        const [, path = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(proof) ?? [];
        if (path === '') wrong.push(`${id}: ${proof}`);
        else {
          if (!sources.has(path)) sources.set(path, readFileSync(resolve(root, path), 'utf8'));
          if (!hasTest(sources.get(path) ?? '', name.replaceAll('&#124;', '|'))) wrong.push(`${id}: ${path} › ${name}`);
        }
      }
    expect(wrong).toEqual([]);
  });

  it('would notice a name that no test has', () => {
    const source =
      "it('adds', () => {});\nit.each([1])('%i is odd', () => {});\n// it('subtracts')\nit.skip('sleeps', () => {});";
    expect(['adds', '%i is odd', 'subtracts', 'sleeps', 'add'].map((name) => hasTest(source, name))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
