import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setLang } from '../platform/i18n.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { useKeys } from '../ui/keys.ts';
import { KeysHelp } from './KeysHelp.tsx';
import { Panels } from './Panels.tsx';
import { closePanel } from './panel.ts';

inEnglish();
beforeEach(() => setLang('en'));
afterEach(() => {
  closePanel();
  cleanup();
});
const List = () => {
  useKeys('List', [{ keys: ['[Shift]+/'], does: 'Find', press: () => {} }]);
  return <input aria-label="name" />;
};
const told = (title: string) =>
  [...within(screen.getByRole('region', { name: title })).getAllByRole('term')].map(
    (term) => `${term.textContent} ${term.nextElementSibling?.textContent}`,
  );

it('opens with ? and lists what works on the page now, what works everywhere first', async () => {
  render(
    <>
      <List />
      <List />
      <Panels pages={[]} />
    </>,
  );
  fireEvent.keyDown(screen.getAllByLabelText('name')[0] as HTMLElement, { key: '?', shiftKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 2 })
      .map((h) => h.textContent),
  ).toEqual(['Everywhere', 'List']);
  expect(told('Everywhere')).toEqual([
    'CtrlK Search pages and devices',
    '? These shortcuts',
    'Esc Close what is on top',
  ]);
  expect(told('List')).toEqual(['/ Find']);
});

it('is told in Chinese', async () => {
  await setLang('zh');
  render(
    <>
      <Panels pages={[]} />
      <KeysHelp close={() => {}} />
    </>,
  );
  expect(told('全局')).toContain('? 查看快捷键');
});
