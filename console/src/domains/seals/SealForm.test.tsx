import { sealCalls } from '@plomb/contract/seals/domain';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { SealForm } from './SealForm.tsx';

const { qrSeals, nfcSeals } = sealCalls;
let server: ReturnType<typeof fakeServer>;
const asks = (by_two: boolean): void => {
  for (const { path } of [qrSeals.kinds, nfcSeals.kinds]) server.on(path, () => ({ data: { rows: [], by_two } }));
};

inEnglish();
beforeEach(() => {
  server = fakeServer();
  signInWith(qrSeals.add, nfcSeals.add);
});

it('has a second person sign in for a series where an organisation asks for it', async () => {
  asks(true);
  showPage(<SealForm medium="qr" close={() => {}} />, '/qrSeal');
  expect(await screen.findByRole('group', { name: /Second person, who signs in here/ })).toBeDefined();
});

it.each([
  ['qr', false],
  ['nfc', true],
] as const)('asks nobody beside it otherwise: %s, by two %s', async (medium, by_two) => {
  asks(by_two);
  showPage(<SealForm medium={medium} close={() => {}} />, '/qrSeal');
  expect(await screen.findByText(/No kinds yet|kind/i, { selector: '.ant-alert *' })).toBeDefined();
  expect(screen.queryByRole('group', { name: /Second person/ })).toBeNull();
});
