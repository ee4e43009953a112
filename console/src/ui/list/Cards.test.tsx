import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { Cards } from './Cards.tsx';
import { type List, ListContext } from './useList.ts';

const rows = [{ id: 7, code: 'M7', name: 'Seven', note: '' }];
const columns = [
  { title: 'Code', dataIndex: 'code' },
  { title: 'Name', dataIndex: 'name' },
  { title: 'Note', dataIndex: 'note' },
  { title: 'Sender', key: 'sender', render: () => false },
  { title: '', key: 'actions', render: () => <button type="button">More: M7</button> },
];

const show = (own: Partial<Parameters<typeof Cards<(typeof rows)[number]>>[0]> = {}) =>
  render(
    <MemoryRouter>
      <ListContext value={{ hrefOf: (id: number) => `?id=${id}`, open: { id: 7 } } as unknown as List}>
        <Cards rows={rows} columns={columns} card={undefined} opens {...own} />
      </ListContext>
    </MemoryRouter>,
  );

it('what can be done with a record is beside the link that opens it, not in it', () => {
  show();
  const link = screen.getByRole('link');
  expect(link.getAttribute('href')).toBe('/?id=7');
  expect(link.contains(screen.getByRole('button', { name: 'More: M7' }))).toBe(false);
});

it('the one that is open is told from the others', () => {
  show();
  expect(screen.getByRole('link').getAttribute('aria-current')).toBe('true');
});

it('a line without anything to say is left out', () => {
  show();
  expect(screen.getByText('Seven')).toBeTruthy();
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Name']);
});

it.each([true, false])('beside a card of the page’s own it stands where there is no table: %s', (acts) => {
  show({ card: () => 'own', acts });
  expect(screen.queryByRole('button', { name: 'More: M7' }) !== null).toBe(acts);
});
