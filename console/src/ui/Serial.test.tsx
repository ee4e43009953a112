import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inEnglish } from '../testing/inEnglish.ts';
import { InGroups } from './Serial.tsx';

inEnglish();
it.each([
  ['Edit 14802109001', ['1480', '2109', '001']],
  ['14802109001 · 0200/E7', ['1480', '2109', '001']],
  ['退役 14802109001？', ['1480', '2109', '001']],
  ['1234567 FCIU609951812', []],
  // the number of a seal: its series stands on the label in one piece
  ['XC 29931928 002', []],
])('a number in “%s” is read in groups, and copied whole', (text, groups) => {
  const { container } = render(<InGroups text={text} />);
  expect([...container.querySelectorAll('.serial > span')].map((span) => span.textContent)).toEqual(groups);
  expect(container.textContent).toBe(text);
});
