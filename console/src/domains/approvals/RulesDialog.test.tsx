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
  server.on(list.path, () => ({ data: { rows: [{ org_id: 3, org_name: 'East', kinds: [], above: [] }] } }));
  server.on(set.path, () => ({ data: {} }));
  showPage(<RulesDialog close={() => undefined} />, '/approval');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Remote unseal' }));
  await waitFor(() => expect(server.count(set.path)).toBe(1));
  const { body } = server.asked.find(({ path }) => path === set.path)!;
  expect(body).toMatchObject({ org_id: 3, kind: 'unseal', needed: true });
});
