import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { type Asked, serveWith } from '../../testing/serveWith.ts';
import { showPage } from '../../testing/showPage.tsx';
import { PasswordForm } from './PasswordForm.tsx';

let asked: Asked;
const done = vi.fn();
inEnglish();
beforeEach(() => {
  done.mockClear();
  asked = serveWith(() => ['success', '']);
  showPage(<PasswordForm done={done} />, '/');
});

const fill = async (old: string, fresh: string, again: string) => {
  for (const [label, text] of [
    ['Present password', old],
    ['New password', fresh],
    ['New password again', again],
  ] as const) {
    await userEvent.clear(await screen.findByLabelText(label));
    if (text) await userEvent.type(screen.getByLabelText(label), text);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
};
const rule = 'The password must be an alphanumeric combination of 6-16 characters';

it.each(['letters', '1234567', 'ab12', 'abcdefgh123456789', 'abc 1234', 'abc-1234'])(
  'refuses %s by the strict rule',
  async (fresh) => {
    await fill('old1234', fresh, fresh);
    expect(await screen.findByText(rule)).toBeTruthy();
    expect(asked).toEqual([]);
  },
);

it('wants the new one typed alike twice', async () => {
  await fill('old1234', 'newpass1', 'newpass2');
  expect(await screen.findByText('Inconsistent password input')).toBeTruthy();
  expect(asked).toEqual([]);
});

it('sends both sealed, each for itself, and is empty afterwards', async () => {
  await fill('old1234', 'newpass1', 'newpass1');
  await waitFor(() => expect(done).toHaveBeenCalled());
  const { oldPassword, newPassword } = asked[0]!.body;
  expect(oldPassword).toMatch(/^one\./);
  expect(newPassword).toMatch(/^one\./);
  expect(JSON.stringify(asked)).not.toContain('newpass1');
  expect(screen.getByLabelText<HTMLInputElement>('Present password').value).toBe('');
});
