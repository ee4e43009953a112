import { approvalCalls } from '@plomb/contract/approvals/domain';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { RulesDialog } from './RulesDialog.tsx';

inEnglish();

const { list, set } = approvalCalls.approvalRules;

it('a tick says nothing of what another may have ticked meanwhile', async () => {
  const server = fakeServer();
  signInWith(list, set);
  server.on(list.path, () => ({
    data: { rows: [{ org_id: 3, org_name: 'East', kinds: [], areas: [], above: [], areas_above: [] }] },
  }));
  server.on(set.path, () => ({ data: {} }));
  showPage(<RulesDialog close={() => undefined} />, '/approval');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Remote unseal' }));
  await waitFor(() => expect(server.count(set.path)).toBe(1));
  const { body } = server.asked.find(({ path }) => path === set.path)!;
  expect(body).toMatchObject({ org_id: 3, kind: 'unseal', needed: true, areas: null });
});

it('says where one person alone unseals, and asks for a second one everywhere again', async () => {
  const server = fakeServer();
  signInWith(list, set);
  const areas = ['Yard', 'Quay'].map((name) => ({
    name,
    area: { shape: 'circle', centre: [121.5, 31.2], radius: 500 },
  }));
  const row = { org_id: 3, org_name: 'East', kinds: ['unseal'], areas, above: [], areas_above: [['Port']] };
  server.on(list.path, () => ({ data: { rows: [row] } }));
  server.on(set.path, () => ({ data: {} }));
  showPage(<RulesDialog close={() => undefined} />, '/approval');
  await screen.findByText(/one person alone inside Yard, Quay; elsewhere a second person/);
  await screen.findByText(/By an organisation above: one person alone only inside Port/);
  fireEvent.click(screen.getByRole('button', { name: 'Everywhere by two' }));
  await waitFor(() => expect(server.count(set.path)).toBe(1));
  const { body } = server.asked.find(({ path }) => path === set.path)!;
  expect(body).toMatchObject({ org_id: 3, kind: 'unseal', needed: true, areas: null });
});
