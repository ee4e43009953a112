import { lockCodes } from '@plomb/contract/orders/lockCodes';
import { contacts } from '@plomb/contract/personal/contacts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../testing/build.ts';
import { openersOf } from '../testing/openers.ts';
import { sendDemoCode } from './codes.ts';
import { seedContacts } from './contacts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('the demonstration shows a code that was sent, once a sealed lock has told one', async () => {
  const org = await buildOrganisation(api.db);
  const demo = await buildOperator(api.db, org);
  await api.db.query("update operator set login_name = 'demo' where id = $1", [demo.id]);
  const lock = await buildDevice(api.db, org, 'jt701');
  await api.db.query('update lock_state set lock_status = 2 where device_id = $1', [lock.id]);
  const sent = async () => {
    const { rows } = await api.db.query('select device_id, sent_name, channel from password_disclosure');
    return rows;
  };
  await sendDemoCode(api.db);
  expect(await sent()).toEqual([]);
  const time = Date.now();
  const report = { unlockPassword: '123412', authenticated: true, replay: false, deviceTime: time, receiveTime: time };
  await api.openPasswords(() => undefined).keep(lock.id, report);
  await sendDemoCode(api.db);
  expect(await sent()).toEqual([{ device_id: lock.id, sent_name: '赵勇', channel: 'sms' }]);
  const asDemo = await api.signedIn({ ...demo, loginName: 'demo' });
  expect(await openersOf(asDemo, lock.id, 'code')).toMatchObject([{ name: '赵勇', sent: { state: 'sent' } }]);
});

it('the people of the demonstration are reached at addresses of their own, so that a code finds somebody', async () => {
  const org = await buildOrganisation(api.db);
  const guard = await buildOperator(api.db, org);
  await api.db.query("update operator set login_name = 'guard', demo = true where id = $1", [guard.id]);
  await api.db.query(
    "insert into message_channel (channel, enabled, settings, changed_by) values ('sms', true, '{}', 'demo')",
  );
  const asGuard = await api.signedIn({ ...guard, loginName: 'guard' });
  expect((await asGuard.ok(lockCodes.receivers, {})).rows).toEqual([]);
  await seedContacts(api.db, api.vault);
  expect((await asGuard.ok(lockCodes.receivers, {})).rows).toMatchObject([{ login_name: 'guard', channels: ['sms'] }]);
  expect((await asGuard.ok(contacts.list, {})).rows).toMatchObject([{ recipient: '136 **** 5518' }]);
});
