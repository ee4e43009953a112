import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Fact, Facts } from './Facts.tsx';

it('puts a dash where nothing is known, and leaves out what is only told if there is any', () => {
  render(
    <Facts>
      <Fact name="Name">Depot</Fact>
      <Fact name="Phone">{''}</Fact>
      <Fact name="Locks">{0}</Fact>
      <Fact name="Code" mono>
        D-1
      </Fact>
      <Fact name="Retired" ifAny>
        {null}
      </Fact>
    </Facts>,
  );
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Name', 'Phone', 'Locks', 'Code']);
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['Depot', '–', '0', 'D-1']);
  expect(screen.getByText('D-1').className).toBe('mono');
});
