import { deviceCalls } from '@plomb/contract/devices/domain';
import { systemCalls } from '@plomb/contract/system/domain';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { Life } from './Life.tsx';
import { Log } from './Records.tsx';

inEnglish();

const { list } = deviceCalls.deviceLife;
const logs = systemCalls.operationLogs.list;
const device = { id: 7, family: 'hhd' } as never;
const hidden = /organisations above yours/;
const registered = { kind: 'registered', id: 7, time: '2026-11-20T08:00:00.000Z' };
const entry = { id: 1, create_time: '2026-11-20T08:00:00.000Z', title: 'Edit device', success: true, instruct: '' };

it('says that edits by organisations above are not shown, to whoever is shown edits', async () => {
  fakeServer().on(list.path, () => ({ data: { rows: [registered], more: false } }));
  signInWith(list, logs);
  showPage(<Life device={device} />, '/device/7?tab=life');
  expect(await screen.findByText('Registered', { selector: 'b' })).toBeTruthy();
  expect(screen.getByText(hidden)).toBeTruthy();
});

it('says nothing of edits to whoever is shown none', async () => {
  fakeServer().on(list.path, () => ({ data: { rows: [registered], more: false } }));
  signInWith(list);
  showPage(<Life device={device} />, '/device/7?tab=life');
  expect(await screen.findByText('Registered', { selector: 'b' })).toBeTruthy();
  expect(screen.queryByText(hidden)).toBeNull();
});

it.each([[[]], [[{ ...entry, operate_name: 'Li' }]]])('says it above a log, of whatever length', async (rows) => {
  fakeServer().on(logs.path, () => ({ data: { rows, more: false, total: rows.length } }));
  signInWith(logs);
  showPage(<Log device={device} />, '/device/7?tab=log');
  expect(await screen.findByText(hidden)).toBeTruthy();
});
