import type { ParamName } from '@plomb/contract/params';

/**
 * How a table ends. Every table of the schema stands below, but for those whose rows people make and remove: these say so
 * themselves, with `comment on table … is 'managed: …'` in their migration. A test fails on a table that says nothing.
 */
export type Ending =
  /** kept for ever, for this reason */
  | { forEver: string }
  /** cannot grow beyond a figure */
  | { bounded: string }
  /** what is in it is for a moment, and a job takes it away after that */
  | { momentary: string }
  /** rows whose `time` is before `$1`, so many days ago, are deleted, `only` those for which it holds, `part` at a time; the table is `t` */
  | { days: ParamName; time: string; only?: string; part?: number }
  /** so many days, by other means */
  | { days: ParamName; by: string };

export const endings: Record<string, Ending> = {
  // what happened
  // what was said without proof goes earlier, see unproved.ts
  position: { days: 'retention_days', by: 'its daily partitions are dropped, see ingest/partitions.ts' },
  report_tally: { momentary: 'until it is added up, seconds' },
  // as long as what they count
  report_hour: { days: 'retention_days', time: 't.hour' },
  quarantine: { days: 'quarantine_days', time: 't.receive_time' },
  not_understood: { days: 'quarantine_days', time: 't.last_time' },
  // what still waits for somebody stays, however old
  alarm: { days: 'event_days', time: 't.last_time', only: 't.process_time is not null' },
  // what was opened by an authorisation that is good for so many openings is counted until that ends
  command: {
    days: 'event_days',
    time: 't.create_time',
    // by who gave a card that is still in its lock, which areas this may keep, and that it keeps to them, swipes are judged
    only: `t.state not in ('queued', 'sent') and not t.needs_person
      and not (t.kind in ('add_cards', 'delete_cards') and t.attempt > 0 and exists (select from device_card h where h.device_id = t.device_id
        and h.digits in (select ltrim(n, '0') from jsonb_array_elements_text(t.args -> 'cards') n)))
      and not (t.kind in ('set_area', 'confine_cards') and t.attempt > 0 and not exists (select from command n
        where n.device_id = t.device_id and n.id > t.id and n.attempt > 0 and n.state = 'answered_ok' and (n.kind = 'factory_reset'
          or t.kind = 'set_area' and n.kind in ('set_area', 'delete_area') and n.args ->> 'number' = t.args ->> 'number'
          or t.kind = 'confine_cards' and n.kind in ('confine_cards', 'release_cards'))))
      and not exists (select from authorisation a where a.id = t.authorisation_id and a.max_uses is not null and a.end_time is null)`,
  },
  // after the alarms and orders that name them; of each device the last of the old ones that count stays, with what came
  // in the same moment: a late word is judged from the state it left
  lock_event: {
    days: 'event_days',
    time: 't.receive_time',
    only: `not exists (select from alarm a where a.event_id = t.id)
      and not exists (select from command c where c.evidence_event_id = t.id)
      and not (t.counts and not exists (select from lock_event e
        where e.device_id = t.device_id and e.counts and e.at > t.at and e.receive_time < $1))`,
  },
  // after the order that came of it
  approval: {
    days: 'event_days',
    time: 't.create_time',
    only: "t.state <> 'waiting' and not exists (select from command c where c.approval_id = t.id)",
  },
  // as long as what was opened in it is judged
  frozen_period: { days: 'event_days', time: 't.until_time' },
  operation_log: { days: 'operation_log_days', by: 'the function forget_operations: nobody else can delete from it' },

  operation_device: { days: 'operation_log_days', by: 'with the line of the log it belongs to' },

  custody: { forEver: 'who had a device when: as few rows as times it changed hands or was sealed' },
  ledger: { forEver: 'what was done to a lock, a seal, a journey or a meter: as few rows as facts of custody' },
  seal: { forEver: 'a number that was given is never given again: as few rows as seals were made' },
  seal_series: { forEver: 'which numbers were made, when and by whom; with its seals' },
  seal_operation: { forEver: 'what was done with a seal, and what was refused: as few rows as somebody scanned one' },
  seal_print: { forEver: 'when labels were printed, and why again: as few rows as times somebody printed' },
  meter: { forEver: 'a measuring device that was in trade: as few rows as there were' },
  seal_point: { bounded: 'at most twelve a meter' },
  meter_move: { forEver: 'how a meter came to be what it is: as few rows as it was opened and sealed' },
  meter_work_order: { forEver: 'what was repaired, by whom, and who signed it: as few rows as repairs' },
  meter_work_round: { forEver: 'what was repaired and did not pass; with its order' },
  meter_inspection: { forEver: 'how a meter was found: as few rows as somebody looked at one' },
  meter_verification: { forEver: 'that a meter was verified: as few rows as certificates' },
  seal_handover: { forEver: 'who handed seals to whom, and who took them: as few rows as times they did' },
  seal_handover_item: { forEver: 'which seals those were; with their hand-over' },
  seal_movement: { forEver: 'who had a seal when: as few rows as times it changed hands' },
  seal_account: { forEver: 'the same added up by quarter hour, day and month: fewer rows than movements' },
  rfid_task: { forEver: 'what somebody was asked to do with the lock of a chip: as few rows as tasks' },
  rfid_record: { forEver: 'what readers said: as few rows as somebody held a chip to one' },
  batch_patrol: { forEver: 'patrols of batches that left: as many rows as their plans have stops' },
  seal_tally: { forEver: 'how much was done with seals, by quarter hours: fewer rows than operations' },
  seal_series_sum: { forEver: 'what became of the seals of a series; with it' },
  logistics_batch: { forEver: 'what was carried under which seals: as few rows as journeys' },
  batch_position: { forEver: 'with its batch' },
  batch_step: { forEver: 'every step of a batch: as few rows as somebody sealed, looked or opened' },
  evidence_pack: {
    forEver: 'the sum by which a pack is checked: as few rows as somebody made one; those never made go with their job',
  },
  batch_amendment: { forEver: 'what was changed of a plan, and by whom: with its batch' },
  batch_watch: { momentary: 'while its batch is on the road: a row for each lock of one' },
  batch_word_due: {
    momentary: 'until it is a step of its batch, a second; of one that cannot be followed until it can',
  },
  batch_told: { momentary: 'until its batch is judged again, a second; of one that cannot be judged until it can' },
  signature: { forEver: 'by which a device was received: as few rows as somebody signed' },
  management_lease: {
    forEver: 'who had a device to themselves, when its lock rang nothing: as few rows as times somebody entered',
  },
  alarm_due: {
    momentary: 'until it is given to whom it is to be told, a second; of one that waits, until it is taken',
  },
  alarm_step: { bounded: 'what people did with an alarm; it goes with it' },
  alarm_rule_change: { forEver: 'what an organisation wanted of its alarms, and who changed it' },
  alarm_mute: { momentary: 'until alarms are heard again, some hours' },
  alarm_left: {
    forEver: 'who wants no more mails of an organisation, until they want them again; no address is kept for it',
  },
  alarm_trouble: { bounded: 'one row a way of a recipient, until it is mended' },
  alarm_notice: { momentary: 'until it is written to its recipient, at most a day' },
  stock_due: { momentary: 'until the stock has followed the lock, a second' },

  password_disclosure: {
    forEver: 'who was shown a password that opens a lock, and why: as few rows as persons have asked for one',
  },
  static_password: { bounded: 'the last five a device, and those of orders still open' },
  unlock_password: { momentary: 'those superseded or used up, for some days: see domains/orders/passwords.ts' },

  // what was never imported goes earlier, and so do files, see imports.ts
  import: {
    days: 'event_days',
    time: 't.create_time',
    only: 'not exists (select from job j where j.id = t.job_id and j.end_time is null)',
  },
  import_row: { bounded: 'the rows of an import that failed; they go with it' },
  import_heading: { bounded: 'the latest 500 an organisation' },
  batch: {
    days: 'event_days',
    time: 't.create_time',
    // with each go up to 20,000 devices
    part: 10,
    only: `not exists (select from job j where j.id = t.job_id and j.end_time is null)
      and not exists (select from command c where c.batch_id = t.id)`,
  },
  batch_device: { bounded: 'the devices of a batch; they go with it' },
  // after the orders that were given by it
  device_assignment: {
    days: 'event_days',
    time: 't.end_time',
    only: 'not exists (select from command c where c.assignment_id = t.id)',
  },
  authorisation: {
    days: 'event_days',
    time: 't.end_time',
    only: 'not exists (select from command c where c.authorisation_id = t.id)',
  },
  authorisation_device: { bounded: 'the devices of an authorisation; they go with it' },
  authorisation_rule: { bounded: 'one row an organisation' },
  record_export: { bounded: 'one row a job; it goes with the job' },
  job: {
    days: 'event_days',
    time: 't.end_time',
    only: `not exists (select from import i where i.job_id = t.id)
      and not exists (select from batch b where b.job_id = t.id)`,
  },

  // with all that became of it, after the requests that it goes on
  firmware_rollout: {
    days: 'event_days',
    time: 't.create_time',
    part: 10,
    only: "t.state in ('ended', 'done') and not exists (select from approval a where a.rollout_id = t.id)",
  },
  lock_sync: { bounded: 'one row a lock; it goes with the lock' },
  lock_card: { bounded: 'cards that rules want in a lock, and those it has not let go yet' },
  lock_area: { bounded: 'ten a lock' },
  lock_card_list: { bounded: 'one row a lock; it goes with the lock, and when that changes hands' },
  regional_rule_version: {
    forEver: 'what a rule said when, by which swipes are judged: as few rows as somebody changed one',
  },
  lock_sync_due: { momentary: 'until the lock was looked after, a second' },
  base_map_file: { bounded: 'what the head of an uploaded file says; it goes with the file' },
  firmware_rollout_step: { bounded: 'the steps of a roll-out; they go with it' },
  firmware_issue: { bounded: 'the locks of a roll-out; they go with it' },

  // what waits still lapses first
  application: { days: 'event_days', time: 't.end_time' },

  message: { days: 'access_days', time: 't.create_time', only: 't.end_time is not null' },
  message_try: { days: 'access_days', by: 'with the message it is of' },
  message_channel: { bounded: 'one row a channel' },

  // who was there
  app_installation: { days: 'access_days', time: 't.last_time' },
  session: { days: 'access_days', time: 'coalesce(t.end_time, t.seen_time)' },
  api_key: { days: 'access_days', time: 'least(t.revoke_time, t.expire_time)' },

  // for a moment
  used_password_key: { momentary: 'until the key would have expired, minutes' },
  login_failure: { momentary: 'a day after the last wait it imposed' },
  file_ticket: { momentary: 'a minute' },
  addition: { momentary: 'a day: nobody sends a form again after that' },
  file_link: { momentary: 'five minutes' },

  process: { momentary: 'until it ends, or was not heard for ten seconds' },

  // as many as there are other things
  lease: { bounded: 'a row for each thing that one process at a time does' },
  lock_state: { bounded: 'one row a device' },
  device_connection: { bounded: 'one row a device' },
  sub_lock: { bounded: 'at most 100 a device' },
  device_left: { bounded: 'a row for each device and organisation it was in' },
  device_card: { bounded: '500 cards a device, of 20 orders each' },
  device_parameter: { bounded: 'a row for each device and parameter' },
  interval_told: { bounded: 'the latest 500 changes a device' },
  device_type_interval: { bounded: 'the latest 500 changes a device type' },
  device_move: { bounded: 'a row for each time a person moved a device' },
  organisation_move: { bounded: 'a row for each time a person moved an organisation' },
  device_registration: { bounded: 'one row a device' },
  device_count: { bounded: 'a row for each organisation and device type' },
  fleet_count: { bounded: 'one row an organisation' },
  device_unregistered: {
    bounded: '10,000 rows; of the network that has most, the one not heard of for longest gives way',
  },
  friendship: { bounded: '500 friends a person' },
  friend_block: { bounded: '500 people a person' },
  second_factor: { bounded: 'one row an operator' },
  second_factor_set_up: { momentary: 'until it is confirmed, at most a day' },
  contact: { bounded: 'one row an operator and way' },
  push_subscription: {
    bounded:
      'ten browsers a person; one goes when its person signs out, is disabled or loses the right, and after thirty days unused',
  },
  contact_set_up: { momentary: 'until it is confirmed, at most a day' },
  verification_code: { momentary: 'a day' },
  backup_code: { bounded: 'ten rows an operator' },
  hobby_config: { bounded: 'one row an operator' },
  ui_preference: { bounded: '300 names an operator, of 16 KB each' },
  setting: { bounded: 'a few names the product knows' },
  param: { bounded: 'one row a parameter the product knows' },
  button: { bounded: 'one row a button of a menu' },
  role_menu: { bounded: 'a row for each role and menu' },
  role_button: { bounded: 'a row for each role and button' },
  approval_mail: { bounded: 'at most a row for each decider of a request, and goes with it or with its message' },
  file_use: { bounded: 'a row for each file and what uses it' },
  file_content: { bounded: 'at most two rows a file, and a day longer' },
  fence_device: { bounded: 'a row for each fence and device' },
  fence_change: { momentary: 'a day, within which everybody who judges by fences has read it' },

  // the product's own
  plomb_migration: { bounded: 'one row a migration' },
};
