import { globSync, readFileSync } from 'node:fs';
import { stateSigns } from '@plomb/contract/lock/signs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast } from './colour.ts';
import { accentsOf, defaultColour, type Mode, neutrals } from './palette.ts';
import { type Size, sizes } from './sizes.ts';

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');
const rule = (selector: string): Record<string, string> => {
  const body = css.slice(css.indexOf('{', css.indexOf(`${selector} {`)) + 1).split('}')[0] ?? '';
  return Object.fromEntries([...body.matchAll(/--([\w-]+): ([^;]+);/g)].map((m) => [m[1], m[2]]));
};
const kebab = (name: string): string => name.replace(/([A-Z]|\d)/g, (c) => `-${c.toLowerCase()}`);
const modes: Mode[] = ['light', 'dark'];

describe.each(modes)('%s', (mode) => {
  const written = rule(`:root[data-theme="${mode}"]`);
  const { page, chrome, surface, raised, subtle, hover, text, text2, text3 } = neutrals[mode];
  const surfaces = { page, chrome, surface, raised, subtle, hover };

  test('tokens.css says what the palette and the state signs say', () => {
    const told = {
      ...neutrals[mode],
      ...accentsOf(defaultColour, mode),
      ...Object.fromEntries(
        Object.values(stateSigns).flatMap((s) => [
          [`sign-${s.shape}`, s.mark[mode]],
          [`ink-${s.shape}`, s.ink[mode]],
          [`tint-${s.shape}`, s.tint[mode]],
        ]),
      ),
    };
    for (const [name, value] of Object.entries(told)) expect(written[kebab(name)], name).toBe(value);
  });

  test('every text reads on every surface', () => {
    for (const [name, background] of Object.entries(surfaces))
      for (const ink of [text, text2, text3]) expect(contrast(ink, background), name).toBeGreaterThanOrEqual(4.5);
  });

  test('state shapes are seen and state words read, on surfaces and on their own tint', () => {
    for (const sign of Object.values(stateSigns)) {
      for (const background of [...Object.values(surfaces), sign.tint[mode]]) {
        expect(contrast(sign.mark[mode], background), `${sign.shape} on ${background}`).toBeGreaterThanOrEqual(3);
        expect(contrast(sign.ink[mode], background), `${sign.shape} on ${background}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('whatever colour is chosen, labels, links and rings keep their contrast', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(hex, (colour) => {
        const { accent, solid, link, tint } = accentsOf(colour, mode);
        expect(contrast('#ffffff', solid)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(solid, surface)).toBeGreaterThanOrEqual(3);
        expect(contrast(accent, surface)).toBeGreaterThanOrEqual(3);
        expect(contrast(link, surface)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(link, page)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(link, tint)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(text, tint)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

test.each(Object.keys(sizes) as Size[])('size %s is the same in tokens.css', (size) => {
  const written = rule(`:root[data-size="${size}"]`);
  for (const [name, px] of Object.entries(sizes[size])) expect(written[`size-${kebab(name)}`], name).toBe(`${px}px`);
});

test('what is written is written in an ink: no rule takes its colour of text from a background', () => {
  const files = globSync('**/*.css', { cwd: `${import.meta.dirname}/../..` }).map(
    (file) => `${import.meta.dirname}/../../${file}`,
  );
  expect(files.length).toBeGreaterThan(50);
  const faint = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/([^{}]*)\{([^{}]*)\}/g)].flatMap(([, of = '', body = '']) => {
      const token = /(?:^|[\s;])color:\s*var\(--([\w-]+)\)/.exec(body)?.[1] ?? '';
      // on a background of its own it is somebody else's contrast
      if (/background(-color)?:(?! *(none|transparent))/.test(body)) return [];
      return modes.flatMap((mode) => {
        const written = rule(`:root[data-theme="${mode}"]`);
        const ink = written[token];
        // shapes and what cannot be chosen are held to less, see above
        const isShape = token.startsWith('sign-') || token === 'accent' || token === 'disabled' || token === 'solid';
        const least = token === 'disabled' ? 2 : isShape ? 3 : 4.5;
        return ink?.startsWith('#') && contrast(ink, written.surface!) < least ? [`${mode} ${of.trim()} ${token}`] : [];
      });
    }),
  );
  expect(faint).toEqual([]);
});
