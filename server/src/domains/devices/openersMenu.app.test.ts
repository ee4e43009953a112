import { readFileSync } from 'node:fs';
import { openers } from '@plomb/contract/devices/openers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('who could see it on the page of a device before may ask it after the upgrade, and nobody else', async () => {
  const org = await buildOrganisation(api.db);
  const { id: device_id } = await buildDevice(api.db, org);
  const [could, other] = [
    await buildOperator(api.db, org, ['operator:list', 'device:list']),
    await buildOperator(api.db, org, ['device:list', 'map:list']),
  ];
  // as before there was such a menu
  await api.owner.query(
    "delete from role_button where button_id in (select b.id from button b join menu m on m.id = b.menu_id where menu_code = 'whoCanOpen')",
  );
  await api.owner.query("delete from role_menu where menu_id = (select id from menu where menu_code = 'whoCanOpen')");
  await api.owner.query("delete from button where menu_id = (select id from menu where menu_code = 'whoCanOpen')");
  await api.owner.query("delete from menu where menu_code = 'whoCanOpen'");
  const file = new URL('../../../migrations/2026-12-05-02-who-can-open-for-whom.sql', import.meta.url);
  await api.owner.query(readFileSync(file, 'utf8'));
  const asked = async (one: typeof could) =>
    (await (await api.signedIn(one)).call(openers.list, { device_id })).verify.sign;
  expect([await asked(could), await asked(other)]).toEqual(['success', 'noPermission']);
});
