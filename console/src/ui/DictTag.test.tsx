import { readFileSync } from 'node:fs';
import { dictColours } from '@plomb/contract/kit/word';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useWords } from '../platform/dictionaries.ts';
import { setLangChoice } from '../platform/settings.ts';
import { DictTag } from './DictTag.tsx';
import { contrast } from './theme/colour.ts';

beforeEach(() => {
  useWords.setState(useWords.getInitialState());
  setLangChoice('en');
});

test('has the words of the release before the server has been asked, and follows the language', () => {
  render(<DictTag code="msg_lso" value={5} />);
  expect(screen.getByText('RFID card unseal').dataset.colour).toBe('gold');
  act(() => setLangChoice('zh'));
  expect(screen.getByText('刷卡解封')).toBeTruthy();
});

test('takes other words at once, shows what was disabled, and a code without a word as it is', () => {
  render(
    <>
      <DictTag code="msg_lso" value={5} />
      <DictTag code="msg_lso" value={77} />
      <DictTag code={'cargo' as never} value="tea" />
    </>,
  );
  const item = { item_code: '5', item_text: { zh: '卡', en: 'By card' }, colour: 'cyan' as const, enabled: false };
  act(() =>
    useWords.setState({ version: '2', all: { msg_lso: { dict_text: { zh: '来', en: 'By' }, items: [item] } } }),
  );
  expect(screen.getByText('By card').dataset.colour).toBe('cyan');
  expect(screen.getByText('77').dataset.colour).toBe('grey');
  expect(screen.getByText('tea')).toBeTruthy();
});

test('every colour of the palette reads on its tint, in both themes', () => {
  const css = readFileSync(`${import.meta.dirname}/dictTag.css`, 'utf8');
  const tokens = readFileSync(`${import.meta.dirname}/theme/tokens.css`, 'utf8');
  const [lightTag = '', darkTag = ''] = css.split('data-theme="dark"');
  const [lightTokens = '', darkTokens = ''] = tokens.split(':root[data-theme="dark"]');
  const themes = [lightTokens + lightTag, darkTokens + (darkTag.split('}')[0] ?? '')];
  for (const colour of dictColours) {
    const rule = colour === 'grey' ? '.dict-tag {' : `.dict-tag[data-colour="${colour}"] {`;
    const body = css.slice(css.indexOf(rule)).split('}')[0] ?? '';
    const [tint, ink] = ['background', 'color'].map(
      (name) => new RegExp(`\\b${name}: var\\((--[\\w-]+)\\)`).exec(body)?.[1] ?? '',
    );
    for (const theme of themes) {
      const shade = (name: string | undefined) => new RegExp(`${name}: (#\\w+)`).exec(theme)?.[1] ?? '';
      expect(contrast(shade(ink), shade(tint)), colour).toBeGreaterThanOrEqual(4.5);
    }
  }
});
