import { appCalls } from '@plomb/contract/apps/domain';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { AppInstallationsPage } from './AppInstallationsPage.tsx';
import { AppVersionsPage } from './AppVersionsPage.tsx';

inEnglish();
const { appVersions, appInstallations } = appCalls;
const { shown } = vi.hoisted(() => ({ shown: { changes_global: false } }));
vi.mock('../../platform/params.ts', () => ({ useShownParams: () => shown }));

it.each([[false], [true]])('offers to add a version to the root organisation alone (%s)', async (changes_global) => {
  shown.changes_global = changes_global;
  const server = fakeServer();
  server.on(appVersions.list.path, () => ({ data: { rows: [], total: 0 } }));
  signInWith(...Object.values(appVersions));
  showPage(<AppVersionsPage />, '/appVersion');
  await screen.findByText(changes_global ? 'No versions yet' : 'Only the root organisation sees this');
  expect(screen.queryAllByRole('button', { name: /Add app version/ }).length > 0).toBe(changes_global);
});

it.each([[false], [true]])(
  'does not say that no handset has asked to whom none is shown (%s)',
  async (changes_global) => {
    shown.changes_global = changes_global;
    const server = fakeServer();
    server.on(appInstallations.list.path, () => ({ data: { rows: [], more: false } }));
    signInWith(...Object.values(appInstallations));
    showPage(<AppInstallationsPage />, '/appInstallation');
    await screen.findByText(changes_global ? 'No handset has asked yet' : 'Only the root organisation sees this');
  },
);
