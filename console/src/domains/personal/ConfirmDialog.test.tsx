import { personalCalls } from '@plomb/contract/personal/domain';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useConfirm } from '../../platform/confirm.ts';
import { serveWith, signInAs } from '../../testing/serveWith.ts';
import { showPage } from '../../testing/showPage.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const open = (since: string | null) => {
  signInAs('A');
  const asked = serveWith((path) => [
    'success',
    '',
    path === personalCalls.account.detail.path
      ? { second_factor: { since, channel: since && 'app', recipient: '', ways: [], required: false, codesLeft: 0 } }
      : {},
  ]);
  showPage(<ConfirmDialog />, '/');
  return asked;
};

it('asks for the password of whoever has no second factor, and offers no code', async () => {
  const asked = open(null);
  const field = await screen.findByLabelText('password');
  expect(screen.queryByText('proof.withCode')).toBeNull();
  fireEvent.change(field, { target: { value: 'secret1' } });
  fireEvent.submit(field);
  await waitFor(() => expect(asked.map((a) => a.path)).toContain(personalCalls.secondFactor.prove.path));
  expect(asked.at(-1)?.body.password).toMatch(/^one\./);
});

it('asks for a code where there is one, or else the password', async () => {
  open('2026-11-21T10:00:00Z');
  expect(await screen.findByText('proof.withPassword')).toBeTruthy();
});

it('says what is confirmed, and for whom, once for calls that are alike', async () => {
  const deed = { title: { zh: '远程解封', en: 'Remote unseal' }, about: '沪A·D7001 · Tanker 1' };
  useConfirm.setState({ asked: true, deeds: [deed, deed] });
  open(null);
  await screen.findByLabelText('password');
  expect(screen.getAllByText(/(Remote unseal|远程解封) · 沪A·D7001 · Tanker 1/)).toHaveLength(1);
  useConfirm.setState({ asked: false, deeds: [] });
});
