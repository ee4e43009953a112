import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { Outcome } from './LogDetail.tsx';

inEnglish();

it('says of an order that it was taken, not that a lock did anything', async () => {
  render(
    <Suspense>
      <ul>
        <li>
          <Outcome of={{ success: true, business_type: 'command' }} />
        </li>
        <li>
          <Outcome of={{ success: false, business_type: 'command' }} />
        </li>
        <li>
          <Outcome of={{ success: true, business_type: 'update' }} />
        </li>
      </ul>
    </Suspense>,
  );
  const words = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
  expect(words).toEqual(['✓ Order taken', '✕ Failed', '✓ Success']);
});
