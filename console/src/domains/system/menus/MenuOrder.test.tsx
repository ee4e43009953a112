import { menus } from '@plomb/contract/system/menus/menus';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { MenuOrder } from './MenuOrder.tsx';

const menu = (id: number, sid: number | null, en: string, menuUrl: string) => ({
  id,
  sid,
  menuCode: `m${id}`,
  menuName: { zh: en, en },
  menuUrl,
  menuIcon: '',
  status: 1,
  hidden: false,
  remarks: '1',
  needed: false,
  roles: 0,
  buttons: [],
  version: '',
});
const rows = [
  menu(1, null, 'System', '0'),
  menu(2, 1, 'Roles', 'a/A'),
  menu(3, 1, 'Logs', 'a/B'),
  menu(4, null, 'Map', 'a/C'),
];
let server: ReturnType<typeof fakeServer>;

inEnglish();
beforeEach(async () => {
  server = fakeServer();
  server.on('/menu/list', () => ({ data: { rows, total: rows.length, editable: true } }));
  server.on('/menu/order', () => ({ data: {} }));
  signInWith(menus.list, menus.update);
  showPage(<MenuOrder done={() => {}} />, '/menu?view=order');
  await screen.findByRole('button', { name: 'Move Map' });
});
const shown = () =>
  screen
    .getAllByRole('listitem')
    .filter((row) => row.closest('.menu-order'))
    .map(
      (row) => `${'·'.repeat(Number(row.style.getPropertyValue('--depth')))}${row.querySelector('code')?.textContent}`,
    );
const grip = (name: string) => screen.getByRole('button', { name: `Move ${name}` });
const told = (words: string) => screen.getByText(words, { selector: '[role=status]' });

it('the arrow keys on a grip move a menu among its own, into a folder and out of it, and it is told', async () => {
  grip('Map').focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toEqual(['m1', '·m2', '·m3', '·m4']);
  told('Map: place 3 of 3, System');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(shown()).toEqual(['m1', '·m4', '·m2', '·m3']);
  told('Map: place 1 of 3, System');
  expect(document.activeElement).toBe(grip('Map'));
  await userEvent.keyboard('{ArrowLeft}');
  told('Map: place 2 of 2, Top level');
  grip('Roles').focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(shown()).toEqual(['m1', '·m3', '·m2', 'm4']);
  await userEvent.click(screen.getByRole('button', { name: 'Save order' }));
  await waitFor(() => expect(server.count('/menu/order')).toBe(1));
  expect(server.asked.find((a) => a.path === '/menu/order')?.body.tree).toEqual([
    { id: 1, sid: null },
    { id: 3, sid: 1 },
    { id: 2, sid: 1 },
    { id: 4, sid: null },
  ]);
});

it('a finger draws a menu onto a folder, beside another, and what is held over itself stays', () => {
  vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLLIElement) {
    return new DOMRect(0, [...(this.parentElement?.children ?? [])].indexOf(this) * 44, 300, 44);
  });
  const finger = { pointerId: 3, pointerType: 'touch' };
  const draw = (name: string, from: number, to: number): void => {
    fireEvent.pointerDown(grip(name), { ...finger, button: 0, clientY: from });
    fireEvent.pointerMove(window, { ...finger, clientY: to });
  };
  draw('Map', 150, 22);
  told('Map into System');
  fireEvent.pointerUp(window, { ...finger, clientY: 22 });
  expect(shown()).toEqual(['m1', '·m2', '·m3', '·m4']);
  draw('Map', 150, 46);
  told('Map before Roles');
  fireEvent.pointerUp(window, { ...finger, clientY: 46 });
  expect(shown()).toEqual(['m1', '·m4', '·m2', '·m3']);
  draw('Logs', 150, 151);
  fireEvent.pointerUp(window, { ...finger, clientY: 151 });
  expect(shown()).toEqual(['m1', '·m4', '·m2', '·m3']);
});
