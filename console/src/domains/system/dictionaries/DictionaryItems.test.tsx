import { systemCalls } from '@plomb/contract/system/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useNotices } from '../../../platform/notices.ts';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { DictionaryItems } from './DictionaryItems.tsx';

const { list, order } = systemCalls.dictionaryItems;
const item = (id: number, item_code: string) => ({
  id,
  item_code,
  item_text: { zh: item_code, en: item_code },
  colour: null,
  enabled: true,
  fixed: true,
});
const said = () => useNotices.getState().shown.map(({ kind }) => kind);

inEnglish();

it('says of an order that was refused that it was, and shows what stands there now', async () => {
  useNotices.setState({ shown: [] });
  const server = fakeServer();
  server.on(list.path, () => ({ data: { rows: [item(1, 'low_battery'), item(2, 'out_of_fence')] } }));
  server.on(order.path, () => ({ sign: 'conflict' }));
  signInWith(systemCalls.dictionaries.list, systemCalls.dictionaryItems.update);
  showPage(<DictionaryItems dictionary={{ id: 7, origin: 'own' } as never} changeable />, '/dictionary');
  await userEvent.click(await screen.findByRole('button', { name: /low_battery.*down|down.*low_battery/i }));
  await waitFor(() => expect(server.count(list.path)).toBe(2));
  expect(said()).toEqual(['error']);
  server.on(order.path, () => ({ data: {} }));
  await userEvent.click(screen.getByRole('button', { name: /low_battery.*down|down.*low_battery/i }));
  await waitFor(() => expect(said()).toEqual(['error', 'success']));
});
