import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { inEnglish } from '../testing/inEnglish.ts';
import { showPage } from '../testing/showPage.tsx';
import { SecondaryActions } from './SecondaryActions.tsx';

inEnglish();

const onPhone = (phone: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: phone && query.includes('767'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

it('stand beside the title where there is room, and behind one button on a phone', async () => {
  const run = vi.fn();
  const actions = [
    { key: 'rule', label: 'Who must agree', run },
    { key: 'grant', label: 'Grant', run: () => undefined },
  ];
  onPhone(false);
  showPage(<SecondaryActions actions={actions} />, '/');
  await screen.findByRole('button', { name: 'Who must agree' });
  screen.getByRole('button', { name: 'Grant' });
  document.body.innerHTML = '';

  onPhone(true);
  showPage(<SecondaryActions actions={actions} />, '/');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  expect(screen.queryByRole('button', { name: 'Grant' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Who must agree' }));
  expect(run).toHaveBeenCalledOnce();
});
