import { systemCalls } from '@plomb/contract/system/domain';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { RolesPage } from './RolesPage.tsx';

const { roles } = systemCalls;
inEnglish();

const role = (id: number, roleName: string, superRoleId: number | null, superRoleName: string) => ({
  ...{ id, roleName, superRoleId, superRoleName, org_id: 1, org_name: 'O', operators: 0, menus: 1, buttons: 1 },
  ...{ locked: null, second_factor_required: false, second_factor_by_message: false },
  create_time: '2026-11-20T08:00:00.000Z',
});

it('says of the topmost role that none is above it, and of one whose role above is out of sight just that', async () => {
  const server = fakeServer();
  const rows = [role(1, 'Root', null, ''), role(2, 'Yard', 7, ''), role(3, 'Guard', 2, 'Yard')];
  server.on(roles.list.path, () => ({ data: { rows, total: 3 } }));
  server.on(roles.options.path, () => ({ data: { roles: [], organizations: [] } }));
  signInWith(roles.list);
  showPage(<RolesPage />, '/role');
  const above = async (name: string) => within((await screen.findByText(name)).closest('tr')!);
  expect((await above('Root')).getByText('None: it is the topmost')).toBeTruthy();
  const hidden = screen.getByText('A role of an organisation out of sight');
  expect(hidden.closest('tr')?.textContent).not.toContain('Guard');
});
