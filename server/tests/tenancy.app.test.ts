import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoped } from '../src/platform/postgres/transaction.ts';
import { startApi, type TestApi } from '../src/testing/api.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../src/testing/build.ts';

interface House {
  org: number;
  operator: number;
  role: number;
  device: number;
  deviceType: number;
  manufacturer: number;
  fence: number;
}
/**
 * How a row of an organisation comes into each of its tables. `null`: building the house made it already. A plain table,
 * of an organisation and of values that may be anything, has no line: see `plainRow`.
 */
const rowsOf: Record<string, ((h: House) => string) | null> = {
  organisation: null,
  operator: null,
  role: null,
  device: null,
  lock_state: null,
  device_connection: null,
  device_type: null,
  manufacturer: null,
  fence: null,
  device_count: null,
  fence_device_type: ({ fence, deviceType }) => `insert into fence_device_type values (${fence}, ${deviceType})`,
  fence_device: ({ fence, device }) => `insert into fence_device values (${fence}, ${device})`,
  hobby_config: ({ operator }) => `insert into hobby_config (operator_id) values (${operator})`,
  ui_preference: ({ operator }) => `insert into ui_preference values (${operator}, 'a', '1')`,
  file_ticket: ({ operator }) =>
    `insert into file_ticket values (sha256('${operator}'), '/x', ${operator}, '{}', now() + interval '1 hour')`,
  api_key: ({ operator }) =>
    `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time)
     values (${operator}, 'k', sha256('${operator}'), '0000', '{a:b}', now() + interval '1 day')`,
  role_menu: ({ role }) => `insert into role_menu select ${role}, id from menu where menu_code = 'device'`,
  role_button: ({ role }) =>
    `insert into role_button select ${role}, b.id from button b join menu m on m.id = b.menu_id
     where m.menu_code = 'device' and b.btn_code = 'list'`,
  file: ({ org }) =>
    `with c as (insert into file_content (sha256, bytes) values (encode(sha256('${org}'), 'hex'), 1) returning sha256)
     insert into file (id, org_id, purpose, type, sha256, bytes)
     select rpad('i${org}', 24, '0'), ${org}, 'logo', 'image/png', sha256, 1 from c`,
  file_use: ({ org }) =>
    `insert into file_use (file_id, used_by) values (rpad('i${org}', 24, '0'), 'organisation ${org}')`,
  addition: ({ operator }) => `insert into addition values (${operator}, 'a key of a form', '/x', '\\x00', 1)`,
  file_link: ({ org, operator }) =>
    `insert into file_link (id_hash, file_id, thumb, operator_id, session_hash, expire_time)
     values (sha256('${operator}'), rpad('i${org}', 24, '0'), false, ${operator}, '', now() + interval '1 hour')`,
  position: ({ org, device }) =>
    `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lock_status, fault, report_reson, raw)
     values (${device}, now(), 1, 1, ${org}, now(), 0, false, 2, 0, '', '')`,
  report_tally: ({ org }) => `insert into report_tally values (${org}, now(), 1)`,
  report_hour: ({ org }) => `insert into report_hour (org_id, hour, reports) values (${org}, now(), 1)`,
  device_left: ({ org, device }) =>
    `insert into device_left (device_id, org_id, sn, device_name, subject) values (${device}, ${org}, 'sn', 'name', '')`,
  static_password: ({ org, device }) =>
    `insert into static_password (device_id, org_id, command_id, sealed, fingerprint)
     values (${device}, ${org}, ${device}, '\\x00', '\\x00')`,
  device_card: ({ org, device }) => `insert into device_card values (${device}, ${org}, '${org}', 'taken', now(), 1)`,
  device_parameter: ({ org, device }) =>
    `insert into device_parameter (device_id, org_id, name) values (${device}, ${org}, 'report_interval')`,
  interval_told: ({ org, device, deviceType }) =>
    `insert into interval_told values (${device}, ${org}, now(), ${deviceType}, null, null)`,
  device_type_interval: ({ deviceType }) => `insert into device_type_interval values (${deviceType}, now(), 30, 60)`,
  regional_rule: ({ org, operator }) =>
    `insert into regional_rule (org_id, rule_name, status, areas, all_devices, operator_id) values (${org}, 'x', 2, '[]', true, ${operator})`,
  ic_card: ({ org }) => `insert into ic_card (org_id, ic_no) values (${org}, '1')`,
  regional_rule_version: ({ org }) =>
    `insert into regional_rule_version (rule_id, org_id, since, until, changed_by, rule_name, enabled, areas, all_devices, device_ids, cards)
       values (0, ${org}, now(), now(), '', 'x', false, '[]', true, '{}', '[]')`,
  regional_rule_card: ({ org }) =>
    `insert into regional_rule_card select r.id, c.id from regional_rule r join ic_card c using (org_id) where r.org_id = ${org}`,
  regional_rule_device: ({ org, device }) =>
    `insert into regional_rule_device select id, ${device} from regional_rule where org_id = ${org}`,
  lock_sync: ({ org, device }) => `insert into lock_sync (device_id, org_id) values (${device}, ${org})`,
  lock_card: ({ org, device }) =>
    `insert into lock_card select ${device}, '1', id, true from regional_rule where org_id = ${org}`,
  lock_area: ({ org, device }) =>
    `insert into lock_area select ${device}, 1, id, 'x', '[]', true, false from regional_rule where org_id = ${org}`,
  custody: ({ org, device }) =>
    `insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, source)
     values (${device}, ${org}, ${org}, 'stock_in', 1, 2, 'in_use', 'web')`,
  ledger: ({ org, device }) =>
    `insert into ledger (org_id, fact, device_id, source, source_id, at) values (${org}, 'refusal', ${device}, 'x', 1, now())`,
  seal_kind: ({ org }) => `insert into seal_kind (org_id, kind_name, iso_class) values (${org}, 'x', 'H')`,
  seal_series: ({ org, operator }) =>
    `insert into seal_series (org_id, medium, prefix, count, kind_id, operator_id, oper_name)
     select ${org}, 'nfc', 'x', 1, id, ${operator}, 'x' from seal_kind where org_id = ${org}`,
  seal: ({ org }) =>
    `insert into seal (org_id, series_id, medium, number, key) select ${org}, id, 'nfc', '${org}', '${org}' from seal_series where org_id = ${org}`,
  seal_print: ({ org, operator }) =>
    `insert into seal_print (org_id, series_id, first_id, last_id, first_number, last_number, count, again, operator_id, oper_name)
     select ${org}, series_id, id, id, number, number, 1, 0, ${operator}, 'x' from seal where org_id = ${org}`,
  seal_handover: ({ org, operator }) =>
    `insert into seal_handover (org_id, to_org_id, medium, purpose, count, numbers, giver_id, giver_name, giver_org, taker_id, taker_name, taker_org)
     values (${org}, ${org}, 'nfc', 'issue', 1, 'x', ${operator}, 'x', 'x', ${operator} + 1, 'x', 'x')`,
  seal_handover_item: ({ org }) =>
    `insert into seal_handover_item (handover_id, seal_id, org_id, to_org_id, number)
     select h.id, s.id, ${org}, ${org}, 'x' from seal_handover h, seal s where h.org_id = ${org} and s.org_id = ${org}`,
  seal_movement: ({ org, operator }) =>
    `insert into seal_movement (org_id, seal_id, medium, holder_id, holder_name, kind, at)
     select ${org}, id, 'nfc', ${operator}, 'x', 'received', now() from seal where org_id = ${org}`,
  seal_account: ({ org, operator }) =>
    `insert into seal_account (org_id, span, start, holder_id, medium, other_org_id, holder_name)
     values (${org}, 'day', '2020-01-01', ${operator}, 'nfc', 0, 'x')`,
  // of the seals above
  seal_series_sum: null,
  seal_tally: ({ org, operator }) =>
    `insert into seal_tally (org_id, start, source, what, outcome, operator_id, oper_name, count)
     values (${org}, '2020-01-01', 'nfc', 0, 'done', ${operator}, 'x', 1)`,
  rfid_task: ({ org, operator }) =>
    `insert into rfid_task (org_id, seal_id, number, action, reason, opener_id, opener, assignee_id, assignee)
     select ${org}, id, 'x', 'unlock', 'x', ${operator}, 'x', ${operator}, 'x' from seal where org_id = ${org}`,
  rfid_record: ({ org, operator }) =>
    `insert into rfid_record (org_id, number, result, expected, at, device_time, counter, late, operator_id, oper_name, idempotency_key, asked)
     values (${org}, 'x', 0, true, now(), now(), 1, false, ${operator}, 'x', 'x', '')`,
  seal_operation: ({ org, operator }) =>
    `insert into seal_operation (org_id, medium, number, operation, outcome, refusal, at, device_time, counter, late, operator_id, oper_name,
       idempotency_key, asked) values (${org}, 'nfc', 'x', 0, 'refused', 'unknownSeal', now(), now(), 1, false, ${operator}, 'x', 'x', '')`,
  meter: ({ org, operator }) =>
    `with t as (insert into meter_type (org_id, type_name) values (${org}, 'of a meter') returning id)
     insert into meter (org_id, type_id, meter_name, factory_number, station, operator_id, oper_name)
     select ${org}, id, 'x', 'x', 'x', ${operator}, 'x' from t`,
  seal_point: ({ org }) =>
    `insert into seal_point (org_id, meter_id, nth, point_name) select org_id, id, 1, 'x' from meter where org_id = ${org}`,
  meter_move: ({ org }) =>
    `insert into meter_move (org_id, meter_id, from_state, to_state, at, oper_name)
     select org_id, id, 'in_use', 'sealed', now(), 'x' from meter where org_id = ${org}`,
  meter_inspection: ({ org, operator }) =>
    `insert into meter_inspection (org_id, meter_id, at, device_time, late, operator_id, oper_name, idempotency_key, asked, appearance, looks)
     select org_id, id, now(), now(), false, ${operator}, 'x', 'x', '', 'good', '[]' from meter where org_id = ${org}`,
  meter_work_order: ({ org, operator }) =>
    `insert into meter_work_order (org_id, meter_id, reason, opener_id, opener)
     select org_id, id, 'x', ${operator}, 'x' from meter where org_id = ${org}`,
  meter_work_round: ({ org, operator }) =>
    `insert into meter_work_round (org_id, work_id, repairer_id, repairer, repair_time, work, parts, verify_needed, photos, signer, reopener_id,
       reopener, reopen_reason, reopen_time)
     select ${org}, id, ${operator}, 'x', now(), 'x', '', true, '{}', '', ${operator}, 'x', 'x', now() from meter_work_order where org_id = ${org}`,
  meter_verification: ({ org, operator }) =>
    `insert into meter_verification (org_id, meter_id, passed, verify_date, operator_id, oper_name)
     select org_id, id, false, now(), ${operator}, 'x' from meter where org_id = ${org}`,
  logistics_batch: ({ org, operator }) =>
    `with v as (insert into vehicle (org_id, plate, enterprise, creator) values (${org}, 'own', 'x', 'x') returning id)
     insert into logistics_batch (org_id, vehicle_id, plate, carrier, owner_id, owner_name, creator_id, creator, plan_start, plan_end,
       start_place, end_place, destination)
     select ${org}, id, 'own', 'x', ${operator}, 'x', ${operator}, 'x', now(), now() + interval '1 hour', '{}', '{}', '{}' from v`,
  journey_template: ({ org }) =>
    `insert into journey_template (org_id, name, minutes, start, "end", destination, positions) values (${org}, 'x', 1, '{}', '{}', '{}', '[]')`,
  batch_limit: ({ org }) => `insert into batch_limit (org_id, limits, changed_by) values (${org}, '{}', 'x')`,
  batch_position: ({ org }) =>
    `insert into batch_position (org_id, batch_id, nth, position, medium) select ${org}, id, 1, 'x', 'qr' from logistics_batch where org_id = ${org}`,
  batch_step: ({ org }) =>
    `insert into batch_step (org_id, batch_id, step, source, at) select ${org}, id, 1, 'person', now() from logistics_batch where org_id = ${org}`,
  batch_told: ({ org }) =>
    `insert into batch_told (org_id, batch_id) select ${org}, id from logistics_batch where org_id = ${org}`,
  batch_patrol: ({ org }) =>
    `insert into batch_patrol (batch_id, stop_id, org_id, address, lat, lon, seals, seen)
     select id, 'x', org_id, 'x', 0, 0, 1, 0 from logistics_batch where org_id = ${org}`,
  batch_amendment: ({ org, operator }) =>
    `insert into batch_amendment (org_id, batch_id, operator_id, oper_name, reason, before, after)
     select ${org}, id, ${operator}, 'x', 'x', '{}', '{}' from logistics_batch where org_id = ${org}`,
  evidence_pack: ({ org, operator }) =>
    `insert into evidence_pack (org_id, batch_id, operator_id, oper_name, lang, time_zone)
     select ${org}, id, ${operator}, 'x', 'zh', 'UTC' from logistics_batch where org_id = ${org}`,
  signature: ({ org, device, operator }) =>
    `with s as (insert into signature (operator_id, typed) values (${operator}, 'x') returning id)
     insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, source, signature_id)
     select ${device}, ${org}, ${org}, 'receive', 3, 4, 'in_use', 'web', id from s`,
  sub_lock: ({ device }) => `insert into sub_lock (device_id, id, told_time) values (${device}, 'A1', now())`,
  management_lease: ({ org, device, operator }) =>
    `insert into management_lease (device_id, org_id, operator_id, oper_name, login_name, reason, until_time)
     values (${device}, ${org}, ${operator}, 'x', 'x', 'x', now() + interval '30 minutes')`,
  job: ({ org, operator }) =>
    `insert into job (org_id, operator_id, kind, subject, subject_id, total) values (${org}, ${operator}, 'import_check', 'x', 1, 1)`,
  record_export: ({ org }) => `insert into record_export (org_id, lang, asked) values (${org}, 'en', '{}')`,
  import: ({ org, operator }) =>
    `insert into import (org_id, operator_id, oper_name, import_type, name, file, bytes, encoding, delimiter, total, columns, mapping, basis)
     values (${org}, ${operator}, 'x', 'device', 'x', rpad('i${org}', 24, '0'), 1, 'utf-8', ',', 1, '[]', '[]', '[]')`,
  import_row: ({ org }) => `insert into import_row select id, ${org}, '[]', '[]' from import where org_id = ${org}`,
  batch: ({ org, operator }) =>
    `insert into batch (org_id, operator_id, oper_name, login_name, kind, args) values (${org}, ${operator}, 'x', 'x', 'restart', '{}')`,
  batch_device: ({ org, device }) =>
    `insert into batch_device (batch_id, device_id, org_id) select id, ${device}, ${org} from batch where org_id = ${org}`,
  device_assignment: ({ org, device, operator }) =>
    `insert into device_assignment (distribution_id, device_id, org_id, to_org_id, giver_org_id, orders, sending, operator_id,
       oper_name, login_name)
     values (1, ${device}, ${org}, ${org}, ${org}, 'unseal', true, ${operator}, 'x', 'x')`,
  approval_rule: ({ org }) => `insert into approval_rule values (${org}, 'factory_reset')`,
  frozen_period: ({ org, operator }) =>
    `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
     values (${org}, 'x', now() + interval '1 day', now() + interval '2 days', ${operator}, 'x', 'x')`,
  approval: ({ org, device, operator }) =>
    `insert into approval (org_id, device_id, kind, reason, operator_id, oper_name, login_name, idempotency_key, expire_time)
     values (${org}, ${device}, 'unseal', 'x', ${operator}, 'x', 'x', 'key', now() + interval '1 hour')`,
  app_version: ({ org }) =>
    `insert into app_version (org_id, app_name, platform, app_version, name, notes_zh, notes_en, force_update, url)
     values (${org}, 'handset', 'android', '1.${org}.0', 'x', 'x', 'x', true, 'https://store.example/x')`,
  app_installation: ({ org }) =>
    `insert into app_installation (org_id, app_name, platform, installation, app_version, network)
     values (${org}, 'handset', 'android', gen_random_uuid(), '1.0.0', 'x')`,
  alarm_config: ({ org }) =>
    `insert into alarm_config (org_id, config_name, language, receive_type) values (${org}, 'x', 'zh_CN', 'police')`,
  alarm_trouble: ({ org }) =>
    `insert into alarm_trouble (config_id, org_id, channel, kind) select id, org_id, 'mail', 'left' from alarm_config where org_id = ${org}`,
  alarm_way: ({ org }) =>
    `insert into alarm_way (config_id, org_id, channel, enabled, recipient, url_hash, changed_by)
     select id, org_id, 'webhook', false, 'x', '', 'x' from alarm_config where org_id = ${org}`,
  // each has its change written with it
  alarm_rule: ({ org }) => `insert into alarm_rule (org_id, kind, severity) values (${org}, 'low_battery', 'info')`,
  alarm_rule_change: ({ org }) =>
    `insert into alarm_rule_change (org_id, kind, changed_by) values (${org}, 'low_battery', 'x')`,
  message: ({ org }) =>
    `insert into message (org_id, channel, purpose, recipient, address_hash, content, expire_time)
     values (${org}, 'mail', 'test', 'x', '', '', now())`,
  approval_mail: ({ org, operator }) =>
    `insert into approval_mail select a.id, ${operator}, m.id from approval a, message m where a.org_id = ${org} and m.org_id = ${org} limit 1`,
  message_try: ({ org }) =>
    `insert into message_try (message_id, org_id, attempt, begin_time, state, answer)
     select id, org_id, 1, now(), 'sent', '' from message where org_id = ${org}`,
  firmware: ({ org, deviceType }) =>
    `insert into firmware (org_id, device_type_id, firmware_version, firmware_path)
     values (${org}, ${deviceType}, '1.0', rpad('i${org}', 24, '0'))`,
  base_map_file: ({ org }) => `insert into base_map_file values (rpad('i${org}', 24, '0'), ${org}, 'raster', 0, 1)`,
  base_map: ({ org }) =>
    `insert into base_map (org_id, base_map_name, kind, path, tile_schema, datum, min_zoom, max_zoom)
     values (${org}, 'x', 'upload', rpad('i${org}', 24, '0'), 'raster', 'wgs84', 0, 1)`,
  firmware_rollout: ({ org, operator }) =>
    `insert into firmware_rollout (org_id, firmware_id, operator_id, oper_name, login_name, canary, wave_size, hours)
     select ${org}, id, ${operator}, 'x', 'x', 1, 1, 1 from firmware where org_id = ${org}`,
  firmware_rollout_step: ({ org }) =>
    `insert into firmware_rollout_step (rollout_id, org_id, step) select id, ${org}, 'start' from firmware_rollout where org_id = ${org}`,
  firmware_issue: ({ org, device }) =>
    `insert into firmware_issue (rollout_id, device_id, org_id, sn, firmware_id, firmware_version)
     select id, ${device}, ${org}, 'sn', firmware_id, '1.0' from firmware_rollout where org_id = ${org}`,
  import_heading: ({ org }) => `insert into import_heading values (${org}, 'device', 'x', 'sn')`,
  organisation_move: ({ org }) => `insert into organisation_move values (${org}, null, now())`,
  device_move: ({ org, device }) => `insert into device_move values (${device}, ${org}, now())`,
  lock_event: ({ org, device }) =>
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay, quality)
     values (${device}, ${org}, now(), now(), now(), 1, 1, 'x', 2, 0, 2, 0, false, 'direct')`,
  alarm_mute: ({ org, operator }) =>
    `insert into alarm_mute values (${operator}, ${org}, now() + interval '1 hour', 'x')`,
  alarm_step: ({ org, device, operator }) =>
    `with a as (insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
       values (${device}, ${org}, 'state_gap', 'info', now(), now()) returning id)
     insert into alarm_step (alarm_id, org_id, step, operator_id, oper_name, login_name)
     select id, ${org}, 'take', ${operator}, 'x', 'x' from a`,
  alarm: ({ org, device }) =>
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
     values (${device}, ${org}, 'low_battery', 'info', now(), now())`,
  command: ({ org, device, operator }) =>
    `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
     values (${device}, ${org}, 'unseal', true, 'key', ${operator}, 'x', now() + interval '1 hour')`,
  quarantine: ({ device }) =>
    `insert into quarantine (device_id, receive_time, reason, raw) values (${device}, now(), 'too_old', '')`,
  not_understood: ({ org, device }) =>
    `insert into not_understood (device_id, org_id, what, reason, hits, first_time, last_time, sample)
     values (${device}, ${org}, 'x', 'x', 1, now(), now(), '')`,
  device_registration: ({ org, device }) =>
    `insert into device_registration (device_id, org_id, terminal) values (${device}, ${org}, 'x')`,
  fleet_count: ({ org }) => `insert into fleet_count values (${org}, now(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  unlock_password: ({ org, device }) =>
    `insert into unlock_password (device_id, org_id, sealed, fingerprint, told_time) values (${device}, ${org}, '', '', now())`,
  password_disclosure: ({ org, device, operator }) =>
    `insert into password_disclosure (password_id, device_id, org_id, operator_id, oper_name, reason, address)
     values (1, ${device}, ${org}, ${operator}, 'x', 'x', 'x')`,
  operation_log: ({ org }) =>
    `insert into operation_log (org_id, title_zh, title_en, business_type, request_method, operate_url, success)
     values (${org}, 'x', 'x', 'other', 'POST', '/x', true)`,
  operation_device: ({ org, device }) =>
    `insert into operation_device select id, ${device}, ${org}, now() from operation_log where org_id = ${org} limit 1`,
};
/** Those that people manage, of an organisation, whose other columns take any value: a row of them makes itself. */
let plainTables: Record<string, (h: House) => string> = {};
const findPlainTables = async (): Promise<typeof plainTables> => {
  const { rows } = await api.owner.query<{ name: string; columns: string; samples: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
       string_agg(case when a.attname = 'org_id' then '$org' when t.typcategory = 'N' then '1' when t.typcategory = 'B' then 'true'
         when t.typcategory = 'D' then 'now()' else '''x''' end, ', ' order by a.attnum) as samples
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
     where n.nspname = 'public' and c.relkind = 'r' and obj_description(c.oid, 'pg_class') like 'managed: %'
       and (a.attname = 'org_id' or a.attnotnull and not a.atthasdef and a.attidentity = '')
     group by c.oid, c.relname having bool_or(a.attname = 'org_id')`,
  );
  return Object.fromEntries(
    rows
      .filter(({ name }) => !(name in rowsOf))
      .map(({ name, columns, samples }) => [
        name,
        ({ org }) => `insert into ${name} (${columns}) values (${samples.replace('$org', String(org))})`,
      ]),
  );
};
/** The same for everybody: all read them, only the root organisation writes them. */
const shared = ['menu', 'button', 'dictionary', 'dictionary_item', 'param'];
/** Read without bounds, for a role may stand below one of an organisation out of sight; written within bounds. */
const readByAll = ['role_menu', 'role_button'];
/** Of nobody; only the root organisation reads it. */
const ofNobody = ['device_unregistered', 'message_channel'];

let api: TestApi;
let mine: House;
let theirs: House;
/** where the rows of `theirs` lie */
const places = new Map<string, { ctids: string[]; rows: string[] }>();
let granted: {
  name: string;
  select: boolean;
  whole: boolean;
  columns: { name: string; insert: boolean; update: boolean }[];
}[] = [];

const build = async (): Promise<House> => {
  const { db, owner } = api;
  const org = await buildOrganisation(db);
  const { id: operator } = await buildOperator(db, org, []);
  const one = async (sql: string) => (await owner.query<{ id: number }>(`${sql} returning id`)).rows[0]!.id;
  const deviceType = await one(
    `insert into device_type (org_id, device_type, device_type_name, family) values (${org}, 'own', 'x', 'hhd')`,
  );
  const manufacturer = await one(
    `insert into manufacturer (org_id, factory_code, factory_name) values (${org}, 'own', 'x')`,
  );
  const { id: device } = await buildDevice(db, org);
  await owner.query('update device set device_type_id = $2, manufacturer_id = $3 where id = $1', [
    device,
    deviceType,
    manufacturer,
  ]);
  const fence = await one(
    `insert into fence (org_id, fence_name, fence_type, fence_context) values (${org}, 'x', 'circle', '{}')`,
  );
  const { rows } = await owner.query<{ role: number }>('select role_id as role from operator where id = $1', [
    operator,
  ]);
  const house = { org, operator, device, deviceType, manufacturer, fence, role: rows[0]!.role };
  return house;
};
/** Runs as a request of one's own organisation; nothing of it stays. */
const asMine = <T>(work: (query: (sql: string, values?: unknown[]) => Promise<T>) => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    scoped(api.pools.app, [mine.org], async (client) => {
      resolve(await work((sql, values) => client.query(sql, values) as Promise<T>));
      throw new Error('taken back');
    }).catch(reject);
  });
const outcome = async (sql: string, values: unknown[] = []): Promise<string | number> => {
  try {
    return await asMine(
      async (query) => ((await query(sql, values)) as unknown as { rowCount: number }).rowCount as never,
    );
  } catch (e) {
    return (e as { code?: string }).code ?? String(e);
  }
};

beforeAll(async () => {
  api = await startApi();
  const today = Date.now();
  const day = (offset: number) => new Date(today + offset * 86_400_000).toISOString().slice(0, 10);
  await api.owner.query(
    `create table position_now partition of position for values from ('${day(-1)}') to ('${day(2)}')`,
  );
  [mine, theirs] = [await build(), await build()];
  granted = (
    await api.owner.query<(typeof granted)[number]>(
      `select c.relname as name, has_any_column_privilege('plomb_app', c.oid, 'select') as select,
         has_table_privilege('plomb_app', c.oid, 'select') as whole,
         json_agg(json_build_object('name', quote_ident(a.attname),
           'insert', a.attgenerated = '' and has_column_privilege('plomb_app', c.oid, a.attnum, 'insert'),
           'update', a.attgenerated = '' and a.attidentity <> 'a' and has_column_privilege('plomb_app', c.oid, a.attnum, 'update'))) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
         and (has_any_column_privilege('plomb_app', c.oid, 'select, insert, update')
           or has_table_privilege('plomb_app', c.oid, 'delete'))
       group by c.oid, c.relname order by 1`,
    )
  ).rows;
  plainTables = await findPlainTables();
  const theirRules = new Set<number>();
  for (const [table, sql] of Object.entries({ ...rowsOf, ...plainTables })) {
    const known = new Set(
      (await api.owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`)).rows.map(
        (r) => r.row,
      ),
    );
    if (sql) for (const house of [mine, theirs]) await api.owner.query(sql(house));
    if (table === 'regional_rule')
      for (const { id } of (
        await api.owner.query<{ id: number }>('select id from regional_rule where org_id = $1', [theirs.org])
      ).rows)
        theirRules.add(id);
    const all = await api.owner.query<{ ctid: string; row: string }>(
      `select ctid::text, to_jsonb(t)::text as row from ${table} t`,
    );
    places.set(table, { ctids: [], rows: [] });
    const owned = (row: string): boolean => {
      const of = JSON.parse(row) as Record<string, unknown>;
      if (table === 'organisation') return of.id === theirs.org;
      if (table === 'file_use') return of.used_by === `organisation ${theirs.org}`;
      if (table === 'import_row') return of.row === theirs.org;
      if (table === 'file_link') return of.operator_id === theirs.operator;
      if (
        table === 'hobby_config' ||
        table === 'ui_preference' ||
        table === 'file_ticket' ||
        table === 'api_key' ||
        table === 'signature' ||
        table === 'addition' ||
        table === 'approval_mail'
      )
        return of.operator_id === theirs.operator;
      if (table === 'lock_card' || table === 'lock_area') return of.device_id === theirs.device;
      if (table === 'regional_rule_device') return of.device_id === theirs.device;
      if (table === 'regional_rule_card') return theirRules.has(of.rule_id as number);
      if (table === 'device_type_interval') return of.device_type_id === theirs.deviceType;
      if (table === 'sub_lock') return of.device_id === theirs.device;
      if (table === 'fence_device' || table === 'fence_device_type') return of.fence_id === theirs.fence;
      if (table === 'role_menu' || table === 'role_button') return of.role_id === theirs.role;
      return of.org_id === theirs.org;
    };
    const here = places.get(table)!;
    for (const { ctid, row } of all.rows)
      if (owned(row) && (sql === null || !known.has(row))) {
        here.ctids.push(ctid);
        here.rows.push(row);
      }
  }
});
afterAll(() => api.stop());

const expectApart = async (name: string): Promise<void> => {
  const table = granted.find((t) => t.name === name)!;
  const { ctids, rows } = places.get(name)!;
  const refused = ['42501', 0];
  // where requests read some columns only they cannot ask for the place of a row, but for its number
  const [place, keys] =
    table.whole || !table.select
      ? ['ctid = $1::tid', ctids]
      : ['id = $1', rows.map((row) => String((JSON.parse(row) as { id: number }).id))];
  for (const key of keys) {
    if (table.select && !readByAll.includes(name))
      expect(await outcome(`select from ${name} where ${place}`, [key]), 'select').toBe(0);
    expect(refused, 'delete').toContain(await outcome(`delete from ${name} where ${place}`, [key]));
    for (const { name: column, update } of table.columns)
      if (update)
        expect(refused, `update ${column}`).toContain(
          await outcome(`update ${name} set ${column} = null where ${place}`, [key]),
        );
  }
  const columns = table.columns.filter((c) => c.insert).map((c) => c.name);
  if (columns.length > 0)
    // 23514: refused for its role before its organisation was looked at
    for (const row of rows)
      expect(['42501', '23514'], 'insert').toContain(
        await outcome(
          `insert into ${name} (${columns}) overriding system value
             select ${columns} from jsonb_populate_record(null::${name}, $1)`,
          [row],
        ),
      );
};
const expectToStay = async (name: string): Promise<void> => {
  const column = name === 'organisation' ? 'parent_id' : 'org_id';
  const table = granted.find((t) => t.name === name)!;
  if (!table.columns.some((c) => c.name === column && c.update)) return;
  const own = name === 'organisation' ? `id = ${mine.org}` : `org_id = ${mine.org}`;
  // 23503, 23514: what hangs on it, or it hangs on, stays where it is
  expect(['42501', '23503', '23514', 0]).toContain(
    await outcome(`update ${name} set ${column} = ${theirs.org} where ${own}`),
  );
};

describe('every table that requests may touch', () => {
  it('is judged here', () => {
    const judged = [...Object.keys(rowsOf), ...Object.keys(plainTables), ...shared, ...ofNobody];
    expect(granted.map((t) => t.name).filter((name) => !judged.includes(name))).toEqual([]);
    expect(judged.filter((name) => !granted.some((t) => t.name === name))).toEqual([]);
    expect([...places].filter(([, { ctids }]) => ctids.length === 0).map(([name]) => name)).toEqual([]);
  });

  it('holds row-level security against its owner too', async () => {
    const { rows } = await api.owner.query<{ name: string }>(
      `select relname as name from pg_class where relname = any($1) and relkind in ('r', 'p')
         and not (relrowsecurity and relforcerowsecurity)`,
      [granted.map((t) => t.name)],
    );
    expect(rows).toEqual([]);
  });

  it.each(Object.keys(rowsOf))(
    '%s shows, changes, gives away and takes in nothing of another organisation',
    expectApart,
  );
  it.each(Object.keys(rowsOf))('%s lets nothing of one’s own be moved to another organisation', expectToStay);
  it('that is plain does so too', async () => {
    for (const name of Object.keys(plainTables)) {
      await expectApart(name);
      await expectToStay(name);
    }
  });

  it.each(shared)('%s is read by all and written by the root organisation alone', async (name) => {
    const { columns } = granted.find((t) => t.name === name)!;
    for (const { name: column, update } of columns)
      if (update) expect(['42501', 0]).toContain(await outcome(`update ${name} set ${column} = ${column}`));
    expect(['42501', 0]).toContain(await outcome(`delete from ${name}`));
  });

  it('message_channel is managed by the root organisation alone, and its secret is read by no request', async () => {
    await api.db.query(
      "insert into message_channel (channel, enabled, settings, changed_by) values ('mail', true, '{}', 'x')",
    );
    expect(await outcome('select channel from message_channel')).toBe(0);
    expect(await outcome('select secret from message_channel')).toBe('42501');
    expect(await outcome('update message_channel set enabled = false')).toBe(0);
    expect(
      await outcome(
        "insert into message_channel (channel, enabled, settings, changed_by) values ('sms', true, '{}', 'x')",
      ),
    ).toBe('42501');
    expect(await outcome('delete from message_channel')).toBe('42501');
  });

  it('device_unregistered is read by the root organisation alone', async () => {
    await api.db.query("insert into device_unregistered (sn, family, address) values ('1', 'hhd', 'x')");
    expect(await outcome('select from device_unregistered')).toBe(0);
    expect(await outcome('delete from device_unregistered')).toBe('42501');
  });
});

describe('a link', () => {
  // own rows that would name something of another organisation
  it.each([
    [
      'a device to a foreign type',
      (m: House, t: House) => `update device set device_type_id = ${t.deviceType} where id = ${m.device}`,
    ],
    [
      'a device to a foreign manufacturer',
      (m: House, t: House) => `update device set manufacturer_id = ${t.manufacturer} where id = ${m.device}`,
    ],
    [
      'a fence to a foreign device',
      (m: House, t: House) => `insert into fence_device values (${m.fence}, ${t.device})`,
    ],
    [
      'a foreign fence to a device',
      (m: House, t: House) => `insert into fence_device values (${t.fence}, ${m.device})`,
    ],
    [
      'an order to a foreign device',
      (m: House, t: House) =>
        `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
         values (${t.device}, ${m.org}, 'unseal', false, 'k', ${m.operator}, 'x', now() + interval '1 hour')`,
    ],
    [
      'an operator to a foreign role',
      (m: House, t: House) => `update operator set role_id = ${t.role} where id = ${m.operator}`,
    ],
  ])('from %s is refused', async (_, sql) => {
    expect(['42501', '23503', '23514']).toContain(await outcome(sql(mine, theirs)));
  });
});
