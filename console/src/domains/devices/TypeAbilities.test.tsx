import { lockFamilies } from '@plomb/contract/lock/codes';
import { abilities, commandKinds, orderKinds, unlockPasswordPattern } from '@plomb/contract/lock/orderKinds';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { Facts } from '../../ui/Facts.tsx';
import { TypeAbilities } from './TypeAbilities.tsx';

inEnglish();

it.each(lockFamilies)('tells of %s every order once, by what its locks can do', async (family) => {
  render(
    <Suspense>
      <Facts>
        <TypeAbilities family={family} />
      </Facts>
    </Suspense>,
  );
  const of = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent ?? '';
  expect(await of('Unlock password')).toMatch(unlockPasswordPattern[family].source.includes('1-4') ? /8 .*1.4/ : /6/);
  const names = { yes: 'Obeys', unverified: 'Perhaps obeys', no: 'Has no word for' };
  for (const [ability, name] of Object.entries(names)) {
    const kinds = commandKinds.filter((kind) => abilities[family][kind] === ability);
    const told = screen.queryByText(name)?.nextElementSibling?.textContent ?? '';
    expect(told).toBe(kinds.map((kind) => orderKinds[kind].title.en).join(', '));
  }
});
