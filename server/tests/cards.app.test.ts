import { allCalls, calls } from '@plomb/contract/calls';
import { orders } from '@plomb/contract/orders/orders';
import { explainBytes } from '@plomb/gateway/explain';
import { report } from '@plomb/gateway/testing/frames';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maintainPartitions } from '../src/ingest/partitions.ts';
import { startApi, type TestApi } from '../src/testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../src/testing/build.ts';
import type { Caller } from '../src/testing/client.ts';
import { sampleInput } from '../src/testing/sampleInput.ts';

const card = '98285917';
const secret = '13424312';
const written = (number: string): string[] => [number, Buffer.from(number).toString('hex')];

let api: TestApi;
let device: BuiltDevice;
let guard: Caller;
let giver: Caller;
let order: number;
let key: string;
let aside: number;
/** A lock that was sealed, and opened by a card, which an order may have done too; in its frame a password stands beside it. */
beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
  const org = await buildOrganisation(api.db);
  const all = allCalls.flatMap(({ permit }) => (permit.includes(':') ? [permit] : []));
  guard = await api.signedIn(
    await buildOperator(
      api.db,
      org,
      all.filter((one) => one !== orders.add_cards.permit),
    ),
  );
  giver = await api.signedIn(await buildOperator(api.db, org));
  device = await buildDevice(api.db, org);
  const now = new Date(Date.now() + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(2, 14);
  const raw = report('014800000001', 1, {
    time: now,
    items: [
      { name: 'event', value: { code: 4, kind: 0, content: Buffer.from(card) } },
      { name: 'password', value: secret },
    ],
  });
  const [read] = explainBytes(raw, { family: 'hhd', model: '', utcOffsetMinutes: 480 }).frames[0]!.reading.reports;
  await api.ingest.submit(device, { ...read!, receiveTime: Date.now(), authenticated: true });
  await api.db.query('update lock_state set lock_status = 2 where device_id = $1', [device.id]);
  order = (await giver.ok(orders.query_info, { device_id: device.id, reason: 'x', idempotency_key: 'cards-of-a-lock' }))
    .id;
  await api.db.query("update command set state = 'sent', attempt = 1, sent_time = now() where id = $1", [order]);
  await api.db.query("update command set state = 'answered_ok', answer_time = now() where id = $1", [order]);
  await api.db.query(
    `update command set evidence = 'possible', evidence_time = now(), evidence_event_id = (select max(id) from lock_event)
     where id = $1`,
    [order],
  );
  const { rows } = await api.owner.query<{ id: number }>(
    `insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, oper_name, source)
     select d.id, d.org_id, d.org_id, 'stock_in', 1, 2, 'in_use', s.lock_actor, 'device'
     from device d join lock_state s on s.device_id = d.id returning id`,
  );
  expect(rows).toHaveLength(1);
  const kept = await api.db.query<{ id: number }>(
    `insert into quarantine (device_id, org_id, receive_time, reason, raw) values ($1, $2, now(), 'clock_future', $3) returning id`,
    [device.id, org, raw],
  );
  aside = kept.rows[0]!.id;
  key = (await giver.ok(calls.deviceFrames.list, { id: device.id, size: 10 })).rows[0]!.key;
});
afterAll(() => api.stop());

const csv = async (by: Caller, path: string, input: object, fields: string[]): Promise<string> => {
  const columns = fields.map((field) => ({ field, title: field }));
  const reply = await by.post(path, { ...input, format: 'csv', columns, timeZone: 'UTC' });
  expect(reply.verify, path).toMatchObject({ sign: 'success' });
  const { url } = reply.data as { url: string };
  return (await api.app.inject({ method: 'GET', url, headers: { authorization: by.token } })).body;
};

/** What each reading call answers about this lock, its event and its order, by its path. */
const answers = async (by: Caller): Promise<Map<string, string>> => {
  const { rows } = await api.db.query<{ id: number }>('select max(id) as id from lock_event');
  const told = new Map<string, string>();
  for (const call of allCalls) {
    if (call.business !== null || call.answer !== 'envelope' || call.permit === 'open') continue;
    const sample = sampleInput(call.input);
    const ids = [device.id, rows[0]!.id, order, aside];
    const named = ids.flatMap((id) => [
      { id },
      { id, device_id: id },
      { ids: [id] },
      { device_id: id, size: 20 },
      { id, key },
    ]);
    for (const input of [{}, { page: 1, size: 20 }, sample, ...named]) {
      const { data } = await by.post(call.path, input);
      told.set(call.path, (told.get(call.path) ?? '') + JSON.stringify(data ?? null));
    }
  }
  told.set('opening csv', await csv(by, calls.openings.export.path, {}, ['actor', 'who', 'way']));
  told.set('life csv', await csv(by, calls.deviceLife.export.path, { id: device.id }, ['what', 'who', 'more']));
  told.set('quarantine csv', await csv(by, calls.quarantine.export.path, {}, ['sn', 'raw']));
  told.set('device csv', await csv(by, calls.devices.export.path, {}, ['sn', 'device_name']));
  return told;
};
const saying = (told: Map<string, string>, number: string): string[] =>
  [...told].filter(([, text]) => written(number).some((one) => text.includes(one))).map(([path]) => path);

it('the number of the card that opened a lock is whole in no answer to whoever may not give cards', async () => {
  const told = await answers(guard);
  expect(told.get('/lock/events')).toContain('***5917');
  expect(told.get('/map/lock')).toContain('***5917');
  expect(saying(told, card)).toEqual([]);
  expect(saying(told, secret)).toEqual([]);
});

it('and to who may, where an event, an opening, a life or a frame tells of it; in what all see it is masked', async () => {
  const told = await answers(giver);
  expect(saying(told, card).toSorted()).toEqual(
    [
      '/device/frame',
      '/device/life',
      '/lock/events',
      '/opening/detail',
      '/opening/list',
      '/quarantine/detail',
      'life csv',
      'opening csv',
      'quarantine csv',
    ].toSorted(),
  );
  expect(told.get('/evidence/card')).toContain('***5917');
  expect(saying(told, secret)).toEqual([]);
});
