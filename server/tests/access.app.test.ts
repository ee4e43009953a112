import { allCalls, calls } from '@plomb/contract/calls';
import type { Call, Calls } from '@plomb/contract/kit/call';
import { lithiumCell } from '@plomb/contract/lock/batteryCurve';
import { commandKinds } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../src/testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../src/testing/build.ts';
import type { Caller } from '../src/testing/client.ts';
import { sampleInput } from '../src/testing/sampleInput.ts';
import { sampleOrders } from '../src/testing/sampleOrders.ts';

let api: TestApi;
let mine: Caller;
let none: Caller;
let foreign: {
  device: BuiltDevice;
  alarm: number;
  command: number;
  opening: number;
  organisation: number;
  operator: BuiltOperator;
  log: number;
  quarantine: number;
  custody: number;
  seal: number;
  sealOperation: number;
  sealHolder: number;
  sealSeries: number;
  meter: number;
  meterSeal: number;
  meterInspection: number;
  meterWork: number;
  handover: number;
  rfidRecord: number;
  rfidTask: number;
  logisticsBatch: number;
  vehicle: number;
  batchStep: number;
  ledger: number;
  import: number;
  job: number;
  batch: number;
  assignment: number;
  app: number;
  firmware: number;
  baseMap: number;
  application: number;
  message: number;
  authorisation: number;
  approval: number;
  frozenPeriod: number;
  rule: number;
  fence: number;
  interest: number;
  own: { role: number; session: number; apiKey: number };
};
const UNKNOWN = 987_654_321;
/** A draft of an organisation ($1), as `v`. */
/** An uploaded base map of organisation $1. */
const ownBaseMap = `c as (insert into file_content (sha256, bytes) values (encode(sha256(convert_to('tiles ' || $1::bigint::text, 'UTF8')), 'hex'), 1) returning sha256),
  f as (insert into file (id, org_id, purpose, type, sha256, bytes)
    select rpad('m' || $1::bigint::text, 24, '0'), $1::bigint, 'base_map', 'application/vnd.pmtiles', sha256, 1 from c returning id),
  t as (insert into base_map_file (file_id, org_id, tile_schema, min_zoom, max_zoom) select id, $1::bigint, 'raster', 0, 1 from f returning file_id),
  m as (insert into base_map (org_id, base_map_name, kind, path, tile_schema, datum, min_zoom, max_zoom)
    select $1::bigint, 'x', 'upload', file_id, 'raster', 'wgs84', 0, 1 from t returning id)`;
/** A meter of organisation $1, with a type of its own. */
const ownMeter = `y as (insert into meter_type (org_id, type_name) values ($1::bigint, 'of a meter') returning id),
  m as (insert into meter (org_id, type_id, meter_name, factory_number, station, operator_id, oper_name)
    select $1::bigint, id, 'x', 'x', 'x', 1, 'x' from y returning id)`;
const ownFirmware = `c as (insert into file_content (sha256, bytes) values (encode(sha256(convert_to('firmware ' || $1::bigint::text, 'UTF8')), 'hex'), 1) returning sha256),
  f as (insert into file (id, org_id, purpose, type, sha256, bytes)
    select rpad('w' || $1::bigint::text, 24, '0'), $1::bigint, 'firmware', 'application/octet-stream', sha256, 1 from c returning id),
  v as (insert into firmware (org_id, device_type_id, firmware_version, firmware_path)
    select $1::bigint, (select min(id) from device_type), '1', id from f returning id)`;

beforeAll(async () => {
  api = await startApi();
  const [a, b] = [await buildOrganisation(api.db), await buildOrganisation(api.db)];
  const operator: BuiltOperator = await buildOperator(api.db, a);
  mine = await api.signedIn(operator);
  none = await api.signedIn(await buildOperator(api.db, a, []));
  const other = await buildOperator(api.db, b);
  const device = await buildDevice(api.db, b);
  const alarm = await api.db.query<{ id: number }>(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
     values ($1, $2, 'illegal_unlock', 'critical', now(), now()) returning id`,
    [device.id, b],
  );
  const command = await api.db.query<{ id: number }>(
    `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
     values ($1, $2, 'unseal', true, 'key-of-theirs', $3, 'x', now() + interval '1 hour') returning id`,
    [device.id, b, other.id],
  );
  const opening = await api.db.query<{ id: number }>(
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay, quality)
     values ($1, $2, now(), now(), now(), 1, 1, 'x', 1, 2, 0, 0, false, 'direct') returning id`,
    [device.id, b],
  );
  const they = await api.signedIn(other);
  const own = await api.db.query<{ role: number; session: number; apiKey: number }>(
    `with k as (insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time)
       values ($1, 'theirs', '\\x00', '0000', '{device:list}', now() + interval '1 day') returning id)
     select o.role_id as role, (select max(id) from session where operator_id = $1) as session, k.id as "apiKey"
     from operator o, k where o.id = $1`,
    [other.id],
  );
  const log = await api.db.query<{ id: number }>(
    `insert into operation_log (org_id, title_zh, title_en, business_type, request_method, operate_url, success)
     values ($1, 'x', 'x', 'other', 'POST', '/x', true) returning id`,
    [b],
  );
  const aside = await api.db.query<{ id: number }>(
    "insert into quarantine (device_id, receive_time, reason, raw) values ($1, now(), 'clock_future', '\\x00') returning id",
    [device.id],
  );
  const custody = await api.owner.query<{ id: number }>(
    `with s as (insert into signature (operator_id, typed) values ($3, 'x') returning id)
     insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, source, signature_id)
     select $1, $2, $2, 'receive', 3, 4, 'in_use', 'web', id from s returning id`,
    [device.id, b, other.id],
  );
  const seal = await api.owner.query<{
    seal: number;
    operation: number;
    holder: number;
    series: number;
    handover: number;
    rfidRecord: number;
    rfidTask: number;
  }>(
    `with k as (insert into seal_kind (org_id, kind_name, iso_class) values ($1, 'x', 'H') returning id),
       r as (insert into seal_series (org_id, medium, prefix, first, count, kind_id, operator_id, oper_name)
         select $1, 'qr', 'X', 1, 1, k.id, $2, 'x' from k returning id),
       s as (insert into seal (org_id, series_id, medium, number, key) select $1, r.id, 'qr', 'X 001', 'X001' from r returning id),
       o as (insert into seal_operation (org_id, seal_id, medium, number, operation, outcome, at, device_time, counter, late, operator_id,
         oper_name, idempotency_key, asked) select $1, s.id, 'qr', 'X 1', 1, 'done', now(), now(), 1, false, $2, 'x', 'access', '' from s
         returning id),
       h as (insert into seal_handover (org_id, to_org_id, medium, purpose, count, numbers, giver_id, giver_name, giver_org, taker_id,
         taker_name, taker_org) values ($1, $1, 'qr', 'issue', 1, 'X 001', $2, 'x', 'x', $2 + 1, 'x', 'x') returning id),
       t as (insert into rfid_task (org_id, seal_id, number, action, reason, opener_id, opener, assignee_id, assignee)
         select $1, s.id, 'X', 'unlock', 'x', $2, 'x', $2, 'x' from s returning id),
       g as (insert into rfid_record (org_id, number, result, expected, at, device_time, counter, late, operator_id, oper_name, idempotency_key,
         asked) values ($1, 'X', 0, true, now(), now(), 1, false, $2, 'x', 'access', '') returning id)
     select t.id as "rfidTask", g.id as "rfidRecord", h.id as handover, s.id as seal, o.id as operation, r.id as series, $2::bigint as holder from s, o, r, h, t, g`,
    [b, other.id],
  );
  const meter = await api.owner.query<{ meter: number; meterSeal: number; meterInspection: number; meterWork: number }>(
    `with ${ownMeter},
       p as (insert into seal_point (org_id, meter_id, nth, point_name) select $1::bigint, id, 1, 'x' from m returning id),
       o as (insert into seal_operation (org_id, medium, number, operation, outcome, refusal, at, device_time, counter, late, operator_id,
         oper_name, idempotency_key, asked, thing, thing_id)
         select $1::bigint, 'qr', 'X 1', 0, 'refused', 'unknownSeal', now(), now(), 1, false, $2::bigint, 'x', 'meter', '', 'point', id from p
         returning id),
       i as (insert into meter_inspection (org_id, meter_id, at, device_time, late, operator_id, oper_name, idempotency_key, asked, appearance,
         looks) select $1::bigint, id, now(), now(), false, $2::bigint, 'x', 'access', '', 'good', '[]' from m returning id),
       w as (insert into meter_work_order (org_id, meter_id, reason, opener_id, opener) select $1::bigint, id, 'x', $2::bigint, 'x' from m
         returning id)
     select m.id as meter, o.id as "meterSeal", i.id as "meterInspection", w.id as "meterWork" from m, o, i, w`,
    [b, other.id],
  );
  const carried = await api.owner.query<{ batch: number; vehicle: number; step: number }>(
    `with v as (insert into vehicle (org_id, plate, enterprise, creator) values ($1, 'x', 'x', 'x') returning id),
       b as (insert into logistics_batch (org_id, vehicle_id, plate, carrier, owner_id, owner_name, creator_id, creator, plan_start, plan_end,
           start_place, end_place, destination)
         select $1, v.id, 'x', 'x', $2, 'x', $2, 'x', now(), now() + interval '1 hour', '{}', '{}', '{}' from v returning id, vehicle_id),
       s as (insert into batch_step (org_id, batch_id, step, source, at) select $1, id, 1, 'person', now() from b returning id)
     select b.id as batch, b.vehicle_id as vehicle, s.id as step from b, s`,
    [b, other.id],
  );
  const sent = await api.db.query<{ import: number; job: number }>(
    `with c as (insert into file_content (sha256, bytes) values (repeat('b', 64), 1) returning sha256),
       f as (insert into file (id, org_id, purpose, type, sha256, bytes)
         select repeat('i', 24), $1, 'import', 'text/csv', sha256, 1 from c returning id),
       j as (insert into job (org_id, operator_id, kind, subject, subject_id, total)
         values ($1, $2, 'import_check', 'x', 1, 1) returning id),
       i as (insert into import (org_id, operator_id, oper_name, import_type, name, file, bytes, encoding, delimiter, total,
           columns, mapping, basis, job_id)
         select $1, $2, 'x', 'device', 'x', f.id, 1, 'utf-8', ',', 1, '[{"heading":"x","samples":[],"filled":1}]', '["sn"]',
           '[null]', j.id from f, j returning id, job_id)
     select id as import, job_id as job from i`,
    [b, other.id],
  );
  const batch = await api.db.query<{ id: number }>(
    `insert into batch (org_id, operator_id, oper_name, login_name, kind, args, total, start_time)
     values ($1, $2, 'x', 'x', 'restart', '{}', 1, now()) returning id`,
    [b, other.id],
  );
  const assignment = await api.owner.query<{ id: number }>(
    `insert into device_assignment (distribution_id, device_id, org_id, to_org_id, giver_org_id, orders, sending, operator_id,
       oper_name, login_name)
     values (1, $1, $2, $2, $2, 'unseal', true, $3, 'x', 'x') returning id`,
    [device.id, b, other.id],
  );
  // both of the same number, of the root organisation
  const app = await api.owner.query<{ id: number }>(
    `with v as (insert into app_version (org_id, app_name, platform, app_version, name, notes_zh, notes_en, force_update, url)
         select id, 'handset', 'android', '1.0.0', 'x', 'x', 'x', true, 'https://store.example/x' from organisation
          where parent_id is null returning id, org_id)
     insert into app_installation (id, org_id, app_name, platform, installation, app_version, network) overriding system value
     select id, org_id, 'handset', 'android', gen_random_uuid(), '1.0.0', 'x' from v returning id`,
  );
  // all three of the same number
  const firmware = await api.owner.query<{ id: number }>(
    `with ${ownFirmware},
       r as (insert into firmware_rollout (id, org_id, firmware_id, operator_id, oper_name, login_name, canary, wave_size, hours, state,
           start_time) overriding system value
         select id, $1::bigint, id, $2::bigint, 'x', 'x', 1, 1, 1, 'paused', now() from v returning id)
     insert into firmware_issue (id, rollout_id, device_id, org_id, sn, firmware_id, firmware_version, state) overriding system value
     select id, id, $3::bigint, $1::bigint, 'x', id, '1', 'failed' from r returning id`,
    [b, other.id, device.id],
  );
  const application = await api.db.query<{ id: number }>(
    `insert into application (kind, applicant_id, applicant_name, applicant_login, applicant_org, typed, message)
     values ('friend', $1, 'x', 'x', 'x', 'x', 'x') returning id`,
    [other.id],
  );
  const message = await api.db.query<{ id: number }>(
    `insert into message (org_id, channel, purpose, recipient, address_hash, content, expire_time)
     values ($1, 'mail', 'test', 'x', '', '', now()) returning id`,
    [b],
  );
  const authorisation = await api.db.query<{ id: number }>(
    `insert into authorisation (org_id, org_name, holder_id, holder_name, holder_login, holder_org, asked, orders, from_time, reason,
       is_direct, needs_second, state)
     values ($1, 'x', $2, 'x', 'x', 'x', '{}', 'unseal', now(), 'x', false, true, 'pending_first') returning id`,
    [b, other.id],
  );
  const frozenPeriod = await api.owner.query<{ id: number }>(
    `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
     select $1, 'x', now() + interval '300 days', now() + interval '301 days', min(id), 'x', 'x' from operator returning id`,
    [b],
  );
  const approval = await api.db.query<{ id: number }>(
    `insert into approval (org_id, device_id, kind, reason, operator_id, oper_name, login_name, idempotency_key, expire_time)
     values ($1, $2, 'unseal', 'x', $3, 'x', 'x', 'key', now() + interval '1 hour') returning id`,
    [b, device.id, other.id],
  );
  const rule = await api.db.query<{ id: number }>(
    `insert into regional_rule (org_id, rule_name, status, areas, all_devices, operator_id) values ($1, 'x', 2, '[]', true, $2) returning id`,
    [b, other.id],
  );
  const fence = await api.db.query<{ id: number }>(
    "insert into fence (org_id, fence_name, fence_type, fence_context) values ($1, 'x', 'circle', '{}') returning id",
    [b],
  );
  const interest = await api.db.query<{ id: number }>(
    "insert into interest (org_id, interest_name, lng, lat) values ($1, 'x', 1, 1) returning id",
    [b],
  );
  theirPlain = new Map();
  for (const plain of plains) theirPlain.set(plain, await added(they, plain));
  foreign = {
    own: own.rows[0]!,
    ...sent.rows[0]!,
    batch: batch.rows[0]!.id,
    assignment: assignment.rows[0]!.id,
    app: app.rows[0]!.id,
    firmware: firmware.rows[0]!.id,
    baseMap: (await api.owner.query<{ id: number }>(`with ${ownBaseMap} select id from m`, [b])).rows[0]!.id,
    application: application.rows[0]!.id,
    message: message.rows[0]!.id,
    authorisation: authorisation.rows[0]!.id,
    approval: approval.rows[0]!.id,
    frozenPeriod: frozenPeriod.rows[0]!.id,
    rule: rule.rows[0]!.id,
    fence: fence.rows[0]!.id,
    interest: interest.rows[0]!.id,
    quarantine: aside.rows[0]!.id,
    custody: custody.rows[0]!.id,
    seal: seal.rows[0]!.seal,
    sealOperation: seal.rows[0]!.operation,
    sealHolder: seal.rows[0]!.holder,
    sealSeries: seal.rows[0]!.series,
    ...meter.rows[0]!,
    handover: seal.rows[0]!.handover,
    rfidRecord: seal.rows[0]!.rfidRecord,
    rfidTask: seal.rows[0]!.rfidTask,
    logisticsBatch: carried.rows[0]!.batch,
    vehicle: carried.rows[0]!.vehicle,
    batchStep: carried.rows[0]!.step,
    ledger: (await api.db.query<{ id: number }>('select min(id) as id from ledger where org_id = $1', [b])).rows[0]!.id,
    device,
    alarm: alarm.rows[0]!.id,
    command: command.rows[0]!.id,
    opening: opening.rows[0]!.id,
    organisation: b,
    operator: other,
    log: log.rows[0]!.id,
  };
});
afterAll(() => api.stop());

const every = allCalls.map((c) => [c.path, c.permit] as const);

describe('every call', () => {
  const closed = every.filter(([, permit]) => permit !== 'open');
  it.each(closed)('%s tells nobody that the session has ended', async (path) => {
    const stranger = api.caller();
    // one address may guess so often a minute, and there are more calls than that
    stranger.address = `198.51.100.${closed.findIndex(([other]) => other === path) % 250}`;
    expect((await stranger.post(path, {})).verify.sign).toBe('sessionTimeOut');
    stranger.token = 'forged-token';
    expect((await stranger.post(path, {})).verify.sign).toBe('sessionTimeOut');
  });

  const buttons = every.filter(([, permit]) => permit.includes(':'));
  it.each(buttons)('%s refuses an operator without the button', async (path) => {
    expect((await none.post(path, {})).verify.sign).toBe('noPermission');
  });

  it.each(every)('%s refuses a wrong sign and a stale timestamp', async (path) => {
    const caller = api.caller();
    const body = caller.body({});
    expect((await caller.raw(path, { ...body, sign: `0${'A'.repeat(31)}` })).verify.sign).toBe('signError');
    expect((await caller.raw(path, { ...body, added: 'later' })).verify.sign).toBe('signError');
    expect((await caller.raw(path, {})).verify.sign).toBe('signError');
  });
});

/**
 * Plain entities: what they are is all in the contract. Every organisation makes one by `add`, with nothing but the
 * sample of its input, and reads, changes and deletes that one by its id.
 */
interface Plain {
  detail: Call;
  add: Call;
  update: Call;
  delete: Call;
}
const isOwner = (field: string) => field === 'org_id';
const isId = (field: string) => field === 'id' || field === 'ids' || field.endsWith('_id');
const isPlain = (group: Calls): boolean => {
  const { detail, add, update, delete: remove } = group;
  const names = (call: Call | undefined, ...ids: string[]) =>
    call !== undefined &&
    String(Object.keys(call.input.shape).filter((f) => isId(f) && !isOwner(f))) === String(ids) &&
    !written.has(call.path);
  return names(detail, 'id') && names(add) && names(update, 'id') && names(remove, 'ids');
};
/** Fields of which not every text makes sense. */
const typeFields = { networks: [], battery_curve: lithiumCell };
const templateFields = {
  limits: null,
  positions: [
    {
      ...{ position: 'x', process_name: '', medium: 'qr', photos_asked: [], openers: [], open_stops: [] },
      second_person: false,
    },
  ],
};
const recipientFields = { is_mail_config: false, is_phone_config: false };
const sense: Record<string, object> = {
  '/alarmConfig/add': recipientFields,
  '/alarmConfig/update': recipientFields,
  '/journeyTemplate/add': templateFields,
  '/journeyTemplate/update': templateFields,
  '/deviceType/add': typeFields,
  '/deviceType/update': typeFields,
};
/** What a person fills in: the owner is the caller's organisation, and a version that was never read is none. */
const filledIn = ({ path, input }: Call): object => {
  const { org_id: _, version: __, ...fields } = sampleInput(input);
  return { ...fields, ...sense[path] };
};
let theirPlain: Map<Plain, number>;
const added = async (caller: Caller, { add }: Plain): Promise<number> => {
  const reply = await caller.post(add.path, filledIn(add));
  expect(reply.verify.sign, add.path).toBe('success');
  return (reply.data as { id: number }).id;
};

/**
 * A body for every call that names an id, with the id to be put in. A call that takes an id, is not of a plain entity and
 * has no line here fails the test below, so a new one cannot be forgotten.
 */
const special: Record<string, (id: number) => object> = {
  '/device/detail': (id) => ({ id }),
  '/device/life': (id) => ({ id }),
  '/device/frames': (id) => ({ id }),
  '/device/configuration': (id) => ({ id }),
  '/device/rights': (id) => ({ id }),
  '/whoCanOpen/list': (id) => ({ device_id: id }),
  '/regionalRule/history': (id) => ({ rule_id: id }),
  '/whatCanOpen/list': (id) => ({ of: 'operator', who: id }),
  '/device/subLocks': (id) => ({ id }),
  '/device/management/list': (id) => ({ device_id: id }),
  '/device/management/enter': (id) => ({ device_id: id, reason: 'cards' }),
  '/device/management/renew': (id) => ({ device_id: id }),
  '/device/management/exit': (id) => ({ device_id: id }),
  '/device/frame': (id) => ({ id, key: '2026-11-20T00:00:00.000000Z~1~1' }),
  '/device/update': (id) => ({ id, ...deviceBody }),
  '/device/delete': (id) => ({ ids: [id] }),
  '/device/status': (id) => ({ ids: [id], status: 2 }),
  '/device/retire': (id) => ({ ids: [id], reason: 'worn out' }),
  '/device/reinstate': (id) => ({ ids: [id] }),
  '/stock/detail': (id) => ({ id }),
  '/ledger/detail': (id) => ({ id }),
  ...Object.fromEntries(['qr', 'nfc', 'rfid'].map((medium) => [`/${medium}Seal/hands`, (id: number) => ({ id })])),
  '/rfidRecord/detail': (id) => ({ id }),
  '/rfidTask/detail': (id) => ({ id }),
  '/rfidTask/add': (id) => ({ number: '86041100310027', action: 'unlock', assignee_id: id, reason: 'x' }),
  '/rfidTask/cancel': (id) => ({ id, reason: 'x' }),
  '/sealHandover/detail': (id) => ({ id }),
  '/sealHandover/offer': (id) => ({ taker_id: id, purpose: 'issue', medium: 'qr', numbers: ['X 001'] }),
  '/sealHandover/accept': (id) => ({ id }),
  '/sealHandover/decline': (id) => ({ id, answer: 'x' }),
  '/sealHandover/withdraw': (id) => ({ id }),
  '/sealHandover/settle': (id) => ({ id, numbers: ['X 001'] }),
  '/sealLabel/list': (id) => ({ series_id: id, first: 1, last: 1 }),
  '/sealLabel/print': (id) => ({ series_id: id, first: 1, last: 1 }),
  '/batchStep/detail': (id) => ({ id }),
  '/logisticsBatch/detail': (id) => ({ id }),
  '/logisticsBatch/journey': (id) => ({ id }),
  '/logisticsBatch/pack': (id) => ({ id, lang: 'zh', time_zone: 'UTC' }),
  '/logisticsBatch/packs': (id) => ({ id }),
  '/logisticsBatch/add': (id) => ({ ...plannedBatch(), vehicle_id: id }),
  '/logisticsBatch/update': (id) => ({ ...plannedBatch(), vehicle_id: 1, id }),
  '/logisticsBatch/photo': (id) => ({ id, file: 'x'.repeat(24) }),
  '/logisticsBatch/template': (id) => ({ id }),
  '/logisticsBatch/amend': (id) => ({ ...plannedRoute(), id, reason: 'x' }),
  '/logisticsBatch/cancel': (id) => ({ id, reason: 'x' }),
  '/logisticsBatch/mayOwn': (id) => ({ batch_id: id }),
  '/logisticsBatch/own': (id) => ({ id, owner_id: 1, reason: 'x' }),
  '/logisticsBatch/force': (id) => ({ id, reason: 'x' }),
  '/logisticsBatch/abnormal': (id) => ({ id, reason: 'x', photos: ['x'.repeat(24)] }),
  ...Object.fromEntries(
    ['/qrSeal', '/nfcSeal', '/rfidSeal', '/qrOperation', '/nfcUse', '/rfidUse'].map((at) => [
      `${at}/detail`,
      (id: number) => ({ id }),
    ]),
  ),
  ...Object.fromEntries(
    ['/qrSeal', '/nfcSeal', '/rfidSeal'].map((at) => [
      `${at}/add`,
      (id: number) => ({ kind_id: UNKNOWN, holder_id: id, prefix: 'Y', numbers: ['12345678901234'] }),
    ]),
  ),
  '/meter/detail': (id) => ({ id }),
  '/meter/history': (id) => ({ id }),
  '/meter/seals': (id) => ({ id }),
  '/meter/add': (id) => ({ ...meterBody, type_id: id, verify_date: null, due_date: null }),
  '/meter/update': (id) => ({ id, ...meterBody }),
  '/meter/verify': (id) => ({
    ...{ id, passed: true, verify_date: '2026-01-01', due_date: '2027-01-01', certificate: '', error_text: '' },
  }),
  '/meter/assign': (id) => ({ ids: [id], as: 'verifier', operator_id: null }),
  '/meter/scrap': (id) => ({ id, reason: 'worn out' }),
  '/meterInspection/detail': (id) => ({ id }),
  '/meterInspection/settle': (id) => ({ id, settlement: 'x' }),
  '/meterInspection/add': (id) => ({
    ...{ meter_id: id, key: 'one-press-inspection', time: '2026-11-20T08:00:00Z', appearance: 'good', looks: [] },
  }),
  '/meterWork/detail': (id) => ({ id }),
  '/meterWork/add': (id) => ({ meter_id: id, reason: 'x', assignee_id: null }),
  '/meterWork/assign': (id) => ({ id, assignee_id: UNKNOWN }),
  '/meterWork/repair': (id) => ({ id, work: 'x', verify_needed: true }),
  '/meterWork/sign': (id) => ({ id }),
  '/meterWork/reopen': (id) => ({ id, reason: 'x' }),
  '/meterWork/cancel': (id) => ({ id, reason: 'x' }),
  '/meterSeal/detail': (id) => ({ id }),
  '/stock/receipt': (id) => ({ id }),
  '/stock/check': (id) => ({ step: 'transfer', numbers: ['12345678'], org_id: id }),
  '/stock/issue': (id) => ({ numbers: ['12345678'], receiver_id: id }),
  '/stock/scrap': (id) => ({ numbers: ['12345678'], reason: 'broken', witness_id: id, replacement: 'none' }),
  '/stock/final_inspection_failed': (id) => ({
    numbers: ['12345678'],
    reason: 'broken',
    witness_id: id,
    photo: 'p'.repeat(24),
  }),
  '/stock/transfer': (id) => ({ numbers: ['12345678'], reason: 'moved', org_id: id }),
  '/quarantine/detail': (id) => ({ id }),
  '/quarantine/again': (id) => ({ ids: [id] }),
  '/deviceType/add': (id) => ({ ...typeBody, org_id: id }),
  '/alarmConfig/add': (id) => ({ ...sampleInput(calls.alarmConfigs.add.input), ...recipientFields, org_id: id }),
  '/alarmConfig/status': (id) => ({ ids: [id], status: 2 }),
  '/alarmConfig/invite': (id) => ({ id }),
  '/browser/remove': (id) => ({ id }),
  '/browser/test': (id) => ({ id }),
  '/alarmWay/list': (id) => ({ config_id: id }),
  '/alarmWay/sent': (id) => ({ config_id: id }),
  '/alarmWay/save': (id) => ({ config_id: id, channel: 'webhook', enabled: false }),
  '/alarmWay/remove': (id) => ({ config_id: id, channel: 'webhook' }),
  '/alarmWay/test': (id) => ({ config_id: id, channel: 'webhook' }),
  '/alarmRule/list': (id) => ({ org_id: id }),
  '/alarmRule/options': (id) => ({ org_id: id }),
  '/alarmRule/history': (id) => ({ org_id: id, kind: 'low_battery' }),
  '/alarmRule/set': (id) => ({ ...sampleInput(calls.alarmRules.set.input), kind: 'low_battery', org_id: id }),
  '/alarmRule/remove': (id) => ({ org_id: id, kind: 'low_battery' }),
  '/card/locks': (id) => ({ id }),
  '/card/status': (id) => ({ ids: [id], status: 2 }),
  '/card/add': (id) => ({ ...cardBody, org_id: id }),
  '/regionalRule/detail': (id) => ({ id }),
  '/regionalRule/add': (id) => ({ ...ruleBody, status: 2, org_id: id }),
  '/regionalRule/update': (id) => ({ id, ...ruleBody }),
  '/regionalRule/status': (id) => ({ ids: [id], status: 1 }),
  '/regionalRule/delete': (id) => ({ ids: [id] }),
  '/fence/import': (id) => ({
    fences: [],
    interests: [],
    is_show: true,
    colour: 'teal',
    alarm_on: 'leave',
    org_id: id,
  }),
  '/fence/writeFile': (id) => ({ format: 'kml', ids: [id] }),
  '/fence/detail': (id) => ({ id }),
  '/fence/locks': (id) => ({ id }),
  '/fence/inside': (id) => ({ ids: [id] }),
  '/fence/preview': (id) => {
    const { outline, bound, device_ids, device_type_ids } = fenceBody;
    return { id, outline, bound, device_ids, device_type_ids };
  },
  '/fence/add': (id) => ({ ...fenceBody, status: 2, org_id: id }),
  '/fence/update': (id) => ({ id, ...fenceBody }),
  '/fence/status': (id) => ({ ids: [id], status: 1 }),
  '/fence/delete': (id) => ({ ids: [id] }),
  '/interest/detail': (id) => ({ id }),
  '/interest/update': (id) => ({ id, interest_name: 'x', lng: 1, lat: 1, isShowMap: true }),
  '/interest/delete': (id) => ({ ids: [id] }),
  '/map/lockFences': (id) => ({ id }),
  '/map/fence': (id) => ({ id }),
  '/map/interest': (id) => ({ id }),
  '/dashboard/alarms': (id) => ({ org_id: id }),
  '/dashboard/orders': (id) => ({ org_id: id }),
  '/dashboard/fleet': (id) => ({ org_id: id }),
  '/track/list': (id) => ({ ids: [id], ...halfAnHour }),
  '/track/writeFile': (id) => ({ ids: [id], ...halfAnHour, format: 'gpx', time_zone: 'UTC' }),
  '/cardMatrix/lock': (id) => ({ device_id: id }),
  '/cardMatrix/card': (id) => ({ id }),
  '/manufacturer/add': (id) => ({ factoryCode: 'x', factoryName: 'x', org_id: id }),
  '/organisation/detail': (id) => ({ id }),
  '/organisation/add': (id) => ({ ...organisationBody, parent_id: id, ...newAdministrator, role_id: 1 }),
  '/organisation/update': (id) => ({ id, ...organisationBody }),
  '/organisation/move': (id) => ({ id, parent_id: id }),
  '/organisation/status': (id) => ({ ids: [id], status: 2 }),
  '/organisation/delete': (id) => ({ ids: [id] }),
  '/operator/detail': (id) => ({ id }),
  '/operator/add': (id) => ({ ...operatorBody, role_id: id, password: 'sealed' }),
  '/operator/update': (id) => ({ id, ...operatorBody }),
  '/operator/status': (id) => ({ ids: [id], status: 2 }),
  '/operator/delete': (id) => ({ ids: [id] }),
  '/operator/resetPassword': (id) => ({ id, password: 'sealed' }),
  '/operator/removeSecondFactor': (id) => ({ id }),
  '/role/detail': (id) => ({ id }),
  '/role/add': (id) => ({ roleName: 'x', superRoleId: id, org_id: id }),
  '/role/update': (id) => ({ id, roleName: 'x', superRoleId: null, org_id: 1 }),
  '/role/delete': (id) => ({ ids: [id] }),
  '/role/grants': (id) => ({ id }),
  '/role/grant': (id) => ({ id, version: 0, menus: [], buttons: [] }),
  '/role/secondFactor': (id) => ({ id, required: true }),
  '/role/secondFactorByMessage': (id) => ({ id, allowed: true }),
  '/account/endSession': (id) => ({ id }),
  '/apiKey/revoke': (id) => ({ id }),
  '/device/forgetTerminal': (id) => ({ id }),
  '/map/lock': (id) => ({ id }),
  '/friend/remove': (id) => ({ id }),
  '/friend/block': (id) => ({ id }),
  '/friend/unblock': (id) => ({ id }),
  '/application/detail': (id) => ({ id }),
  '/application/agree': (id) => ({ id }),
  '/application/decline': (id) => ({ id }),
  '/application/withdraw': (id) => ({ id }),
  '/applicationRecord/detail': (id) => ({ id }),
  '/authorisation/detail': (id) => ({ id }),
  '/authorisation/apply': (id) => ({ ...authorisationBody(), person_id: id }),
  '/authorisation/grant': (id) => ({ ...authorisationBody(), person_id: id }),
  '/authorisation/agree': (id) => ({ id, as: 'first' }),
  '/authorisation/decline': (id) => ({ id, as: 'first' }),
  '/authorisation/withdraw': (id) => ({ id }),
  '/authorisation/end': (id) => ({ id }),
  '/authorisation/confirm': (id) => ({ id }),
  '/authorisation/order': (id) => ({ id, device_id: id, kind: 'seal', idempotency_key: 'one-press-authorised' }),
  '/authorisation/cancel': (id) => ({ id, device_id: id, order_id: id }),
  '/approval/detail': (id) => ({ id }),
  '/approval/deciders': (id) => ({ id }),
  '/approval/needed': (id) => ({ device_id: id }),
  '/approval/ask': (id) => ({ device_id: id, ...request }),
  '/approval/present': (id) => ({ device_id: id, ...request, login_name: 'x', password: 'sealed' }),
  '/approval/approve': (id) => ({ id, password: 'sealed' }),
  '/approval/decline': (id) => ({ id, remark: 'x' }),
  '/approval/withdraw': (id) => ({ id }),
  '/approvalRule/set': (id) => ({ org_id: id, kind: 'unseal', needed: false }),
  '/frozenPeriod/add': (id) => ({
    org_id: id,
    period_name: 'x',
    until_time: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  '/frozenPeriod/codes': (id) => ({ org_id: id }),
  '/frozenPeriod/callOff': (id) => ({ id, reason: 'wrong day' }),
  '/frozenPeriod/end': (id) => ({ id, reason: 'over already' }),
  ...Object.fromEntries(
    commandKinds.map((kind) => [
      orders[kind].path,
      (id: number) => ({ device_id: id, ...sampleOrders[kind], idempotency_key: `one-press-${kind}` }),
    ]),
  ),
  '/lock/unlockPassword': (id) => ({ device_id: id, reason: 'customs check' }),
  '/lock/sendCode': (id) => ({
    ...{ device_id: id, reason: 'customs check', channel: 'sms', minutes: 60, timeZone: 'Asia/Shanghai' },
    idempotency_key: 'code-of-theirs',
    ...{ name: 'Zhou Min', address: '13800001111', address_again: '13800001111' },
  }),
  '/lock/intervalLimits': (id) => ({ device_id: id }),
  '/lock/cancel': (id) => ({ id }),
  '/evidence/card': (id) => ({ id }),
  '/opening/detail': (id) => ({ id }),
  '/order/detail': (id) => ({ id }),
  '/order/cancel': (id) => ({ ids: [id] }),
  '/order/settle': (id) => ({ id, settlement: 'seen at the gate' }),
  '/lock/command': (id) => ({ id }),
  '/lock/commands': (id) => ({ device_id: id }),
  '/lock/events': (id) => ({ device_id: id }),
  '/operationLog/detail': (id) => ({ id }),
  '/alarm/detail': (id) => ({ id }),
  '/alarm/claim': (id) => ({ id }),
  '/alarm/claimMany': (id) => ({ ids: [id] }),
  '/alarm/steps': (id) => ({ id }),
  '/alarm/people': (id) => ({ id }),
  '/alarm/handOver': (id) => ({ id, operator_id: 1 }),
  '/alarm/escalate': (id) => ({ id, reason: 'because' }),
  '/alarm/processMany': (id) => ({ alarms: [{ id, hits: 1 }], result: 'handled', remark: '' }),
  '/appVersion/detail': (id) => ({ id }),
  '/appVersion/update': (id) => ({ id, ...appBody }),
  '/appVersion/delete': (id) => ({ ids: [id] }),
  '/appVersion/publish': (id) => ({ id }),
  '/appVersion/withdraw': (id) => ({ id }),
  '/appInstallation/detail': (id) => ({ id }),
  '/message/detail': (id) => ({ id }),
  '/baseMap/detail': (id) => ({ id }),
  '/baseMap/style': (id) => ({ id }),
  '/baseMap/update': (id) => ({ id, ...baseMapBody }),
  '/baseMap/delete': (id) => ({ ids: [id] }),
  '/baseMap/status': (id) => ({ ids: [id], status: 2 }),
  '/baseMap/tried': (id) => ({ id, landmark_metres: 1 }),
  '/baseMap/order': (id) => ({ ids: [id] }),
  '/firmware/detail': (id) => ({ id }),
  '/firmware/update': (id) => ({ id, ...firmwareBody }),
  '/firmware/delete': (id) => ({ ids: [id] }),
  '/firmware/publish': (id) => ({ id }),
  '/firmware/withdraw': (id) => ({ id }),
  '/firmwareRollout/detail': (id) => ({ id }),
  '/firmwareRollout/prepare': (id) => ({ firmware_id: id, of: { by: 'type', org_id: null } }),
  '/firmwareRollout/start': (id) => ({ id, count: 1, reason: 'because' }),
  '/firmwareRollout/pause': (id) => ({ id, reason: 'because' }),
  '/firmwareRollout/resume': (id) => ({ id, reason: 'because' }),
  '/firmwareRollout/ask': (id) => ({ id, reason: 'because', idempotency_key: 'one-press-resume' }),
  '/firmwareRollout/present': (id) => ({
    ...{ id, reason: 'because', idempotency_key: 'one-press-resume' },
    ...{ login_name: 'x', password: 'sealed' },
  }),
  '/firmwareRollout/end': (id) => ({ id, reason: 'because' }),
  '/firmwareRollout/again': (id) => ({ id, reason: 'because' }),
  '/firmwareIssue/detail': (id) => ({ id }),
  '/import/detail': (id) => ({ id }),
  '/import/faults': (id) => ({ id }),
  '/import/run': (id) => ({ id }),
  '/import/discard': (id) => ({ id }),
  '/import/check': (id) => ({ id, mapping: ['sn'], org_id: 1, device_type_id: null, manufacturer_id: null }),
  '/batch/detail': (id) => ({ id }),
  '/batch/devices': (id) => ({ id }),
  '/batch/evidence': (id) => ({ id }),
  '/batch/cancel': (id) => ({ id }),
  '/batch/start': (id) => ({ id, count: 1 }),
  '/assignment/detail': (id) => ({ id }),
  '/assignment/sending': (id) => ({ ids: [id], sending: false }),
  '/assignment/end': (id) => ({ ids: [id] }),
  '/assignment/cancel': (id) => ({ id, order_id: id }),
  '/assignment/order': (id) => ({ id, kind: 'seal', idempotency_key: 'one-press-assigned' }),
  '/job/cancel': (id) => ({ id }),
  '/file/link': (id) => ({ id: String(id).padStart(24, '0') }),
  '/alarm/process': (id) => ({ id, hits: 1, result: 'handled', remark: '' }),
};
/** Ids of things that belong to no organisation, or that only narrow a list, which then finds nothing. */
const withoutOrganisation = new Set([
  '/dictionary/detail',
  '/dictionary/update',
  '/dictionary/delete',
  '/dictionaryItem/list',
  '/dictionaryItem/detail',
  '/dictionaryItem/add',
  '/dictionaryItem/update',
  '/dictionaryItem/delete',
  '/dictionaryItem/order',
  '/oper/hobbyConfig/update',
  '/device/add',
  '/firmware/list',
  '/firmware/add',
  '/baseMap/list',
  '/baseMap/add',
  '/firmwareIssue/list',
  '/device/list',
  '/quarantine/list',
  '/regionalRule/list',
  '/fence/list',
  '/interest/list',
  '/interest/add',
  '/cardMatrix/list',
  '/cardMatrix/totals',
  '/stock/list',
  '/ledger/list',
  '/sealHandover/list',
  ...['/rfidRecord/list', '/rfidTask/list', '/sealStatistics/list', '/sealStatistics/rows'],
  ...['/sealFigures/list', '/sealFigures/rows'],
  '/sealBalance/why',
  '/sealLabel/series',
  '/sealLabel/runs',
  ...['/logisticsBatch/list', '/logisticsBatch/owners', '/logisticsBatch/templates', '/batchStep/list'],
  ...['/qrSeal/list', '/nfcSeal/list', '/rfidSeal/list', '/qrOperation/list', '/nfcUse/list', '/rfidUse/list'],
  ...['/meter/list', '/meterInspection/list', '/meterWork/list', '/meterSeal/list'],
  ...['/meterCalendar/month', '/meterCalendar/day'],
  '/stock/replacements',
  '/notUnderstood/list',
  '/operationLog/list',
  '/alarm/list',
  '/assignment/list',
  '/order/list',
  '/opening/list',
  '/opening/summary',
  '/locationRecord/list',
  '/statusRecord/list',
  '/alertRecord/list',
  '/changeRecord/list',
  '/operator/list',
  '/role/list',
  '/menu/update',
  '/menu/delete',
  '/menu/status',
  '/menu/button/update',
  '/menu/button/delete',
  '/live/stream',
]);
const written = new Set([...Object.keys(special).filter((path) => !path.endsWith('/add')), ...withoutOrganisation]);
const plains = (Object.values(calls) as Calls[]).filter(isPlain) as unknown as Plain[];
const plainOf = (path: string) =>
  plains.find(({ detail, update, delete: remove }) => [detail, update, remove].some((c) => c.path === path));
const withId: typeof special = {
  ...special,
  ...Object.fromEntries(
    plains.flatMap(({ detail, update, delete: remove }) => [
      [detail.path, (id: number) => ({ id })],
      [update.path, (id: number) => ({ ...filledIn(update), id })],
      [remove.path, (id: number) => ({ ids: [id] })],
    ]),
  ),
};
let deviceBody: object;
const meterBody = {
  ...{ meter_name: 'x', factory_number: 'other', station: 'x', place: '', customer: '', accuracy_class: '' },
  ...{ lat: null, lon: null, verifier_id: null, inspector_id: null },
};
const authorisationBody = () => ({
  numbers: ['14802100007'],
  orders: 'seal',
  from_time: new Date().toISOString(),
  until_time: null,
  reason: 'rail transfer',
});
const request = { kind: 'unseal', reason: 'customs check', idempotency_key: 'one-press-approval' };
const cardBody = { ic_no: '1', ic_name: '', card_no: '', card_type: 'single', lon: null, lat: null, radius: null };
const halfAnHour = { from: '2026-11-20T08:00:00.000Z', to: '2026-11-20T08:30:00.000Z' };
const fenceBody = {
  fence_name: 'x',
  outline: { shape: 'circle', centre: [121.5, 31.2], radius: 800 },
  is_show: true,
  colour: 'teal',
  alarm_on: 'leave',
  bound: 'all',
  schedule: null,
  device_ids: [],
  device_type_ids: [],
};
const ruleBody = {
  rule_name: 'x',
  areas: [{ name: 'x', area: { shape: 'circle', centre: [121.5, 31.2], radius: 800 } }],
  card_ids: [1],
  device_ids: null,
  from_time: null,
  until_time: null,
  hours: null,
};
const typeBody = {
  device_type: 'x',
  device_type_name: 'x',
  family: 'hhd',
  utc_offset_minutes: 0,
  report_interval: 60,
  sleep_interval: 3600,
};
const appBody = {
  app_name: 'handset',
  platform: 'android' as const,
  app_version: '1.0.0',
  name: 'x',
  notes_zh: 'x',
  notes_en: 'x',
  force_update: true,
  path: null,
  url: 'https://store.example/x',
};
const firmwareBody = {
  ...{
    device_type_id: 1,
    firmware_version: '1',
    firmware_path: 'x'.repeat(24),
    maker_code: '',
    signature: '',
    remark: '',
  },
};
const baseMapBody = {
  base_map_name: 'x',
  kind: 'upload' as const,
  path: 'x'.repeat(24),
  url: '',
  tile_schema: 'raster' as const,
  datum: 'wgs84' as const,
  attribution: '',
  min_zoom: 0,
  max_zoom: 1,
  for_below: false,
  is_default: false,
};
const organisationBody = { org_name: 'x', org_type: 'other', phone: '', mailbox: '', logo: '' };
const somewhere = { address: 'x', lat: 30, lon: 120, radius: 500 };
const plannedRoute = () => ({
  ...{
    carrier: 'x',
    driver: '',
    plan_start: '2026-11-20T00:00:00.000Z',
    plan_end: '2026-11-21T00:00:00.000Z',
    stops: [],
  },
  ...{ start: somewhere, end: somewhere, destination: somewhere },
});
const plannedBatch = () => ({
  ...plannedRoute(),
  positions: [
    {
      ...{ position: 'door', process_name: '', medium: 'qr', device_id: null, number: '', photos_asked: [] },
      ...{ open_stops: [], openers: [], second_person: false },
    },
  ],
});
const newAdministrator = { oper_name: 'x', login_name: 'x', password: 'sealed' };
const operatorBody = { operCode: '', operName: 'x', operPhone: '', loginName: 'x', role_id: 1, org_id: 1 };
const namesId = (path: string) => Object.keys(allCalls.find((c) => c.path === path)!.input.shape).some(isId);
const meteringId = (path: string): number => {
  if (path === '/meter/add') return theirPlain.get(plainOf('/meterType/detail')!)!;
  if (path.startsWith('/meterSeal/')) return foreign.meterSeal;
  if (path.startsWith('/meter/') || path.endsWith('/add')) return foreign.meter;
  return path.startsWith('/meterWork/') ? foreign.meterWork : foreign.meterInspection;
};
const rfidId = (path: string): number => {
  if (path.endsWith('/add')) return foreign.sealHolder;
  return path.startsWith('/rfidTask/') ? foreign.rfidTask : foreign.rfidRecord;
};
const idFor = (path: string): number =>
  plainOf(path) || /^\/card(\/(locks|status)|Matrix\/card)$/.test(path)
    ? theirPlain.get(plainOf(path) ?? plainOf('/card/detail')!)!
    : /^\/alarm(Way\/|Config\/invite)/.test(path)
      ? theirPlain.get(plainOf('/alarmConfig/detail')!)!
      : /^\/(meter|meterSeal|meterInspection|meterWork)\//.test(path)
        ? meteringId(path)
        : /^\/frozenPeriod\/(end|callOff)$/.test(path)
          ? foreign.frozenPeriod
          : path.startsWith('/quarantine')
            ? foreign.quarantine
            : path.startsWith('/rfidRecord/') || path.startsWith('/rfidTask/')
              ? rfidId(path)
              : path.startsWith('/sealHandover/')
                ? path.endsWith('/offer')
                  ? foreign.sealHolder
                  : foreign.handover
                : path.startsWith('/logisticsBatch/') || path === '/batchStep/detail'
                  ? path.startsWith('/batchStep')
                    ? foreign.batchStep
                    : path.endsWith('/add')
                      ? foreign.vehicle
                      : path.endsWith('/template')
                        ? theirPlain.get(plainOf('/journeyTemplate/detail')!)!
                        : foreign.logisticsBatch
                  : path.startsWith('/sealLabel/')
                    ? foreign.sealSeries
                    : /^\/(qr|nfc|rfid)(Seal|Operation|Use)\//.test(path)
                      ? path.endsWith('/add')
                        ? foreign.sealHolder
                        : /Seal\/(detail|hands)$/.test(path)
                          ? foreign.seal
                          : foreign.sealOperation
                      : /^\/(stock\/(detail|receipt)|ledger\/detail)$/.test(path)
                        ? path.startsWith('/ledger')
                          ? foreign.ledger
                          : foreign.custody
                        : path.startsWith('/import/')
                          ? foreign.import
                          : path.startsWith('/message/')
                            ? foreign.message
                            : path.startsWith('/application')
                              ? foreign.application
                              : /^\/approval\/(detail|deciders|approve|decline|withdraw)$/.test(path)
                                ? foreign.approval
                                : path.startsWith('/app') && !path.startsWith('/approval')
                                  ? foreign.app
                                  : path.startsWith('/firmware')
                                    ? foreign.firmware
                                    : path.startsWith('/baseMap/')
                                      ? foreign.baseMap
                                      : path === '/job/cancel'
                                        ? foreign.job
                                        : path.startsWith('/batch/')
                                          ? foreign.batch
                                          : path.startsWith('/assignment/')
                                            ? foreign.assignment
                                            : idOfOthers(path);
const idOfOthers = (path: string) =>
  /^\/authorisation\/(apply|grant)$/.test(path)
    ? foreign.operator.id
    : path.startsWith('/authorisation/')
      ? foreign.authorisation
      : path.startsWith('/alarm')
        ? foreign.alarm
        : /^\/fence\/(detail|update|status|delete|locks|preview)$/.test(path) || path === '/map/fence'
          ? foreign.fence
          : /^\/interest\/(detail|update|delete)$/.test(path) || path === '/map/interest'
            ? foreign.interest
            : /^\/regionalRule\/(detail|update|status|delete)$/.test(path)
              ? foreign.rule
              : path.startsWith('/operationLog')
                ? foreign.log
                : path.startsWith('/role/')
                  ? foreign.own.role
                  : path === '/account/endSession'
                    ? foreign.own.session
                    : path === '/apiKey/revoke'
                      ? foreign.own.apiKey
                      : /lock\/(cancel|command)$/.test(path) || /^\/(order|evidence)\//.test(path)
                        ? foreign.command
                        : path.startsWith('/opening/')
                          ? foreign.opening
                          : /^\/stock\/(check|transfer)$/.test(path) ||
                              path.startsWith('/organisation') ||
                              path === '/approvalRule/set' ||
                              path === '/frozenPeriod/add' ||
                              path === '/frozenPeriod/codes' ||
                              path.startsWith('/dashboard/') ||
                              /^\/(deviceType|manufacturer|card|regionalRule|fence)\/(add|import)$/.test(path)
                            ? foreign.organisation
                            : path.startsWith('/operator') || path.startsWith('/stock/') || path.startsWith('/friend/')
                              ? foreign.operator.id
                              : foreign.device.id;

describe('foreign ids look like unknown ids', () => {
  beforeAll(async () => {
    await api.db.query(
      `with c as (insert into file_content (sha256, bytes) values (repeat('a', 64), 1) returning sha256)
       insert into file (id, org_id, purpose, type, sha256, bytes)
       select lpad($1::bigint::text, 24, '0'), $2, 'logo', 'image/png', sha256, 1 from c`,
      [foreign.device.id, foreign.organisation],
    );
    const { device_type_id, org_id } = (
      await api.db.query<{ device_type_id: number; org_id: number }>(
        'select device_type_id, org_id from device limit 1',
      )
    ).rows[0]!;
    deviceBody = {
      sn: '99887766',
      device_name: 'x',
      device_type_id,
      manufacturer_id: null,
      org_id,
      device_no: '',
      sim_card: '',
      mobileID: '',
      device_address: '',
      subject: '',
    };
  });

  it('covers every call that names an id', () => {
    const missing = allCalls
      .map((c) => c.path)
      .filter((p) => namesId(p) && !withId[p] && !withoutOrganisation.has(p) && !p.endsWith('/export'));
    expect(missing).toEqual([]);
  });

  it('are tried with the plain entities as they stand in the contract', () => {
    expect(plains).toEqual(expect.arrayContaining([calls.manufacturers, calls.deviceTypes]));
    expect(theirPlain.size).toBe(plains.length);
  });

  it.each(Object.keys(withId))('%s', async (path) => {
    const body = withId[path]!;
    const theirs = await mine.post(path, body(idFor(path)));
    const nobodys = await mine.post(path, body(UNKNOWN));
    expect(theirs.verify.sign).not.toBe('success');
    expect(theirs.verify).toEqual(nobodys.verify);
    expect(theirs.data).toEqual(nobodys.data);
  });

  it('changed nothing', async () => {
    const { rows } = await api.db.query(
      `select d.status, d.device_name, c.state, a.process_time, a.owner_id from device d, command c, alarm a
       where d.id = $1 and c.id = $2 and a.id = $3`,
      [foreign.device.id, foreign.command, foreign.alarm],
    );
    expect(rows).toEqual([
      { status: 1, device_name: `Lock ${foreign.device.sn}`, state: 'queued', process_time: null, owner_id: null },
    ]);
  });
});

/**
 * Whoever holds an authorisation of a device reaches it by that alone, and knows nothing else of it: while it is in force, once it
 * has ended, and once the friendship behind it has.
 */
describe('a device that was authorised to a person looks like an unknown one everywhere else', () => {
  const byIt = new Set(['/authorisation/order', '/authorisation/cancel']);
  let holder: Caller;
  let held: number;
  beforeAll(async () => {
    const who = await buildOperator(api.db, await buildOrganisation(api.db));
    holder = await api.signedIn(who);
    const pair = [who.id, foreign.operator.id];
    await api.owner.query(
      'insert into friendship (low_id, high_id) values (least($1::bigint, $2), greatest($1::bigint, $2))',
      pair,
    );
    const { rows } = await api.owner.query<{ id: number }>(
      `with a as (insert into authorisation (org_id, org_name, friend_id, holder_id, holder_name, holder_login, holder_org, asked, orders,
           from_time, until_time, reason, is_direct, needs_second, state, first_id, first_time)
         select $1, 'x', $2, $3, 'x', 'x', 'x', '{1}', 'unseal', now() - interval '1 hour', now() + interval '1 day', 'x', false, false,
           'active', $2, now() returning id),
       d as (insert into authorisation_device (authorisation_id, device_id, sn) select id, $4, $5 from a)
       select id from a`,
      [foreign.organisation, foreign.operator.id, who.id, foreign.device.id, foreign.device.sn],
    );
    held = rows[0]!.id;
  });
  const named = () => Object.keys(withId).filter((path) => idFor(path) === foreign.device.id && !byIt.has(path));
  const expectUnknown = async () => {
    for (const path of named()) {
      const body = withId[path]!;
      const [theirs, nobodys] = [
        await holder.post(path, body(foreign.device.id)),
        await holder.post(path, body(UNKNOWN)),
      ];
      expect([path, theirs.verify, theirs.data]).toEqual([path, nobodys.verify, nobodys.data]);
    }
    for (const call of allCalls.filter((c) => c.path.endsWith('/list') && c.permit !== 'open')) {
      if (/^\/(authorisation|application|applicationRecord|friend)\//.test(call.path)) continue;
      const { data } = await holder.post(call.path, sampleless(call));
      expect([call.path, JSON.stringify(data ?? null).includes(foreign.device.sn)]).toEqual([call.path, false]);
    }
  };
  const order = () =>
    holder.post('/authorisation/order', {
      ...{ id: held, device_id: foreign.device.id, kind: 'seal', idempotency_key: 'held-seal-press' },
    });
  const sampleless = (call: Call) => (call.input.safeParse({}).success ? {} : sampleInput(call.input));

  it('while it is in force', async () => {
    const detail = await holder.post('/authorisation/detail', { id: held });
    expect(detail.data).toMatchObject({ locks: [{ device_id: foreign.device.id, seen: false }] });
    await expectUnknown();
  });
  it('once it has ended, which takes back what waits', async () => {
    expect((await order()).verify.sign).not.toBe('notFound');
    await api.owner.query(
      "update authorisation set state = 'ended', end_time = now(), end_cause = 'revoked' where id = $1",
      [held],
    );
    await expectUnknown();
    expect((await order()).verify.sign).not.toBe('success');
    const { rows } = await api.owner.query(
      "select from command where authorisation_id = $1 and state not in ('cancelled')",
      [held],
    );
    expect(rows).toEqual([]);
  });
});

/** Of every call that takes many ids: one of the caller's own it would do its work on. */
const ownForBulk: Record<string, () => Promise<{ id: number; table: string }>> = {
  '/device/delete': () => ownDevice(),
  '/device/status': () => ownDevice(),
  '/device/retire': () => ownDevice(),
  '/device/reinstate': () => ownDevice(),
  '/organisation/delete': async () => ({ id: await buildOrganisation(api.db, home), table: 'organisation' }),
  '/organisation/status': async () => ({ id: await buildOrganisation(api.db, home), table: 'organisation' }),
  '/operator/delete': async () => ({ id: (await buildOperator(api.db, home, [])).id, table: 'operator' }),
  '/operator/status': async () => ({ id: (await buildOperator(api.db, home, [])).id, table: 'operator' }),
  '/role/delete': () => made('role', "role_name) select $1, 'spare'"),
  '/alarm/claimMany': async () => {
    const { id: device } = await buildDevice(api.db, home);
    return made(
      'alarm',
      `device_id, kind, severity, first_time, last_time) select $1, ${device}, 'low_battery', 'warning', now(), now()`,
    );
  },
  '/alarmConfig/status': () =>
    made('alarm_config', "config_name, language, receive_type) select $1, 'spare', 'zh_CN', 'police'"),
  '/card/status': () => made('ic_card', "ic_no) select $1, '7'"),
  '/track/list': () => ownDevice(),
  '/track/writeFile': () => ownDevice(),
  '/fence/writeFile': () => ownFence(),
  '/fence/delete': () => ownFence(),
  '/fence/status': () => ownFence(),
  '/fence/inside': () => ownFence(),
  '/interest/delete': () => made('interest', "interest_name, lng, lat) select $1, 'x', 1, 1"),
  '/regionalRule/delete': () => ownRule(),
  '/regionalRule/status': () => ownRule(),
  '/baseMap/delete': () => ownMap(),
  '/baseMap/status': () => ownMap(),
  '/baseMap/order': () => ownMap(),
  '/firmware/delete': async () => {
    const { rows } = await api.owner.query<{ id: number }>(`with ${ownFirmware} select id from v`, [home]);
    return { id: rows[0]!.id, table: 'firmware' };
  },
  '/order/cancel': async () => {
    const { id } = await ownDevice();
    const { rows } = await api.db.query<{ id: number }>(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
       values ($1, $2, 'restart', false, 'bulk', (select min(id) from operator), 'x', now() + interval '1 hour') returning id`,
      [id, home],
    );
    return { id: rows[0]!.id, table: 'command' };
  },
  '/meter/assign': async () => {
    const { rows } = await api.owner.query<{ id: number }>(`with ${ownMeter} select id from m`, [home]);
    return { id: rows[0]!.id, table: 'meter' };
  },
  '/assignment/sending': () => ownAssignment(),
  '/assignment/end': () => ownAssignment(),
  '/quarantine/again': async () => {
    const { id } = await ownDevice();
    const { rows } = await api.db.query<{ id: number }>(
      "insert into quarantine (device_id, receive_time, reason, raw) values ($1, now(), 'too_old', '\\x00') returning id",
      [id],
    );
    return { id: rows[0]!.id, table: 'quarantine' };
  },
};
/** Of the root organisation alone, or within one parent that is checked by itself. */
const bulkElsewhere = [
  '/appVersion/delete',
  '/dictionary/delete',
  '/dictionaryItem/delete',
  '/dictionaryItem/order',
  '/menu/delete',
  '/menu/status',
  '/live/stream',
];
let home: number;
const ownMap = async () => {
  const { rows } = await api.owner.query<{ id: number }>(`with ${ownBaseMap} select id from m`, [
    await buildOrganisation(api.db, home),
  ]);
  return { id: rows[0]!.id, table: 'base_map' };
};
const ownDevice = async () => ({ id: (await buildDevice(api.db, home)).id, table: 'device' });
const ownFence = () => made('fence', "fence_name, fence_type, fence_context) select $1, 'x', 'circle', '{}'");
const ownRule = () =>
  made(
    'regional_rule',
    "rule_name, status, areas, all_devices, operator_id) select $1, gen_random_uuid()::text, 2, '[]', true, 1",
  );
const ownAssignment = async () => {
  const { id } = await ownDevice();
  const { rows } = await api.owner.query<{ id: number }>(
    `insert into device_assignment (distribution_id, device_id, org_id, to_org_id, giver_org_id, orders, sending, operator_id,
       oper_name, login_name)
     values (1, $1, $2, $2, $2, 'unseal', true, (select min(id) from operator), 'x', 'x') returning id`,
    [id, home],
  );
  return { id: rows[0]!.id, table: 'device_assignment' };
};
const made = async (table: string, rest: string) => {
  const { rows } = await api.db.query<{ id: number }>(`insert into ${table} (org_id, ${rest} returning id`, [home]);
  return { id: rows[0]!.id, table };
};

describe('one foreign id among own ones', () => {
  let bulk: Caller;
  beforeAll(async () => {
    home = await buildOrganisation(api.db);
  });

  it('is tried with every call that takes many', () => {
    const many = allCalls
      .filter((c) => 'ids' in c.input.shape && c.answer !== 'file')
      .map((c) => c.path as string)
      .filter((path) => !bulkElsewhere.includes(path) && !plainOf(path));
    expect(many.filter((path) => !ownForBulk[path])).toEqual([]);
  });

  it.each(Object.keys(ownForBulk))('%s refuses the whole request and changes nothing', async (path) => {
    const own = await ownForBulk[path]!();
    // signed in afterwards: a session sees an organisation made later two seconds later
    bulk = await api.signedIn(await buildOperator(api.db, home));
    const row = async () =>
      (await api.owner.query(`select to_jsonb(t) as row from ${own.table} t where id = $1`, [own.id])).rows;
    const before = await row();
    const body = withId[path]!(own.id) as object;
    const reply = await bulk.post(path, { ...body, ids: [own.id, idFor(path)] });
    expect(reply.verify.sign).toBe('notFound');
    expect(await row()).toEqual(before);
  });

  it.each(plains.map((p) => [p.delete.path, p] as const))(
    '%s refuses the whole request and changes nothing',
    async (path, plain) => {
      bulk = await api.signedIn(await buildOperator(api.db, home));
      const id = await added(bulk, plain);
      const row = async () => (await bulk.post(plain.detail.path, { id })).data;
      const before = await row();
      expect((await bulk.post(path, { ids: [id, theirPlain.get(plain)] })).verify.sign).toBe('notFound');
      expect(await row()).toEqual(before);
      expect(before).toMatchObject({ id });
    },
  );
});

describe('the database is the backstop', () => {
  it('shows a request without organisations no row', async () => {
    const client = await api.pools.app.connect();
    try {
      for (const table of ['device', 'lock_state', 'alarm', 'command', 'operator', 'organisation', 'operation_log'])
        expect((await client.query(`select count(*) as n from ${table}`)).rows).toEqual([{ n: 0 }]);
    } finally {
      client.release();
    }
  });
});
