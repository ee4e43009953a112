import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage } from '../../testing/showPage.tsx';
import { DueSign } from './signs.tsx';

inEnglish();
it('says once that a verification is overdue: by how long; and of any other its state and its days', async () => {
  showPage(
    <>
      <DueSign due="overdue" days={-2} />
      <DueSign due="overdue" days={null} />
      <DueSign due="valid" days={64} />
    </>,
    '/',
  );
  await screen.findByText('2 days overdue');
  const told = () => [...document.querySelectorAll('.meter-due')].map((one) => one.textContent);
  await waitFor(() => expect(told()).toEqual(['2 days overdue', 'Overdue', 'Validin 64 days']));
});
