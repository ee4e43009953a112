import { alarmCalls } from '@plomb/contract/alarms/domain';
import type { AlarmRule } from '@plomb/contract/alarms/rules';
import { alarmSeverity } from '@plomb/contract/alarms/severity';
import { alarmKinds } from '@plomb/contract/lock/codes';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { useSession } from '../../platform/session.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { AlarmRulesPage } from './AlarmRulesPage.tsx';

const { alarmRules: of } = alarmCalls;
const rule = (kind: AlarmRule['kind'], more: Partial<AlarmRule> = {}): AlarmRule => ({
  ...{ kind, is_on: true, severity: alarmSeverity[kind], schedule: null, again_minutes: null, further_minutes: null },
  ...{ told: [], told_further: [], names: 0, names_further: 0, reason: '', from: 'product', from_org_name: '' },
  ...{ is_lesser: false, lesser: [] },
  ...more,
});
let sent: unknown[] = [];

inEnglish();
beforeEach(() => {
  sent = [];
  const buttons = ['list', 'update', 'delete'].map((btn_code) => ({ btn_code, action_url: '' }));
  useSession.setState({
    menus: [{ id: 1, menu_code: 'alarmRule', menu_url: 'alarms/AlarmRulesPage', sid: null, buttons }] as never,
  });
  const rows = alarmKinds.map((kind) => rule(kind));
  const put = (one: AlarmRule) => rows.splice(alarmKinds.indexOf(one.kind), 1, one);
  put(rule('low_battery', { from: 'above', names: 2, lesser: [{ org_id: 9, org_name: 'Quay' }] }));
  put(rule('wrong_password', { from: 'own', is_on: false, is_lesser: true, reason: 'spring cleaning' }));
  const server = fakeServer();
  server.on(of.list.path, () => ({ data: { org_id: 7, org_name: 'Yard', rows, again: 10, further: 30 } }));
  server.on(of.options.path, () => ({
    data: { organizations: [], recipients: [{ id: 4, config_name: 'Night desk' }] },
  }));
  server.on(of.history.path, () => ({ data: { rows: [] } }));
  server.on(of.set.path, (body) => {
    sent.push(body);
    return { data: {} };
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Suspense>
          <AlarmRulesPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
});
const rowOf = async (kind: string) => (await screen.findByRole('rowheader', { name: new RegExp(kind) })).closest('tr')!;

it('says of each kind what holds and whose rule that is', async () => {
  const battery = within(await rowOf('Low battery'));
  battery.getByText('an organisation above');
  battery.getByText('2 recipients of the organisation above');
  battery.getByText('again after 10 min');
  const password = within(await rowOf('Wrong password'));
  password.getByText('Does not ring');
  password.getByText('spring cleaning');
  expect(battery.getByRole('link', { name: 'Quay' }).getAttribute('href')).toBe('/?org_id=9');
  password.getByText(/Less than an organisation above has said since/);
});

it('lowers a kind that guards goods only as far as it may, and sends what stands in the form', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Change Illegal unlock' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/This kind guards goods/);
  expect(dialog.queryByText('When it rings')).toBeNull();
  fireEvent.click(dialog.getByRole('radio', { name: 'Warning' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'training yard' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    ...{ org_id: 7, kind: 'illegal_unlock', severity: 'warning', is_on: true, schedule: null },
    ...{ told: [], reason: 'training yard' },
  });
});
