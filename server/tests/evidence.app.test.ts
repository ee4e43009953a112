import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDevice, buildOrganisation } from '../src/testing/build.ts';
import { type FreshDatabase, freshDatabase } from '../src/testing/database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.pools.owner.query("insert into organisation (org_name) values ('root')");
});
afterAll(() => database.drop());

/**
 * Every foreign key that does something to rows of its table when what they point to goes, with the reason why those
 * rows are no evidence. A new one fails the test until it is judged here.
 */
const mayGoAlong: Record<string, string> = {
  'base_map_file → file': 'what the head of a file says',
  'button → menu': 'a button is part of its menu',
  'role_menu → role': 'a grant is part of its role; the operation log tells what was granted',
  'role_menu → menu': 'a grant of nothing is none',
  'role_button → role': 'a grant is part of its role',
  'role_button → button': 'a grant of nothing is none',
  'hobby_config → operator': 'how a person likes the screen',
  'ui_preference → operator': 'how a person likes the screen',
  'session → operator': 'who signed in stands in the operation log',
  'file_ticket → operator': 'a file asked for and not fetched, for a minute',
  'addition → operator': 'a form sent by a person who is gone is not sent again',
  'file_link → operator': 'a way to a file, for five minutes',
  'meter → operator': 'who is to verify it or to look at it: nobody, then',
  'file_link → organisation': 'by whose sight a file is shown, for five minutes',
  'file_link → file': 'a way to a file that is gone leads nowhere',
  'job → file': 'what a job wrote goes after some days; the job stays told',
  'record_export → job': 'how far a file was written that nobody waits for any more',
  'evidence_pack → job': 'the job that made it goes after some days; that it was made, and its sum, stay',
  'second_factor → operator': 'a secret of a person who is gone',
  'backup_code → second_factor': 'a secret of a person who is gone',
  'api_key → operator': 'a secret of a person who is gone; what it did stands in the operation log',
  'second_factor_set_up → operator': 'a secret of a person who is gone',
  'verification_code → operator': 'a secret of a person who is gone',
  'contact → operator': 'where a person who is gone was reached',
  'contact_set_up → operator': 'where a person who is gone was to be reached',
  'alarm_step → alarm': 'what people did with it, a part of it',
  'alarm_mute → operator': 'who hears no alarms now; that they muted them stands in the operation log',
  'alarm_notice → alarm_config': 'what waited to be told to who is told of nothing any more; the alarm stays',
  'message → alarm_config': 'to whom it went stands in it, covered',
  'message → alarm_way': 'to whom it went stands in it, covered',
  'alarm_trouble → alarm_config': 'what was wrong with a way of who is told of nothing any more',
  'push_subscription → operator': 'a browser of a person who is gone',
  'push_subscription → session': 'in which session it was last told of; it goes on without',
  'alarm_notice → push_subscription':
    'what waited to be told to a browser that is told nothing any more; the alarm stays',
  'message → push_subscription': 'to whom it went stands in it, covered',
  'alarm_way → alarm_config': 'where who is told of nothing any more was reached',
  'message_try → message': 'how a message went, a part of it',
  'message → operator': 'who caused it stands in it by name',
  'friendship → operator': 'who knows whom now; that they became friends stands in their application',
  'approval_rule → organisation': 'what its organisation wanted, a present fact',
  'friend_block → operator': 'who blocks whom now',
  'application → operator': 'whose it was stands in it by name',
  'authorisation → operator': 'who asked and who agreed stand in it by name',
  'authorisation → organisation': 'of one that has ended: it keeps the names',
  'authorisation_device → authorisation': 'which devices it was of, a part of it',
  'authorisation_device → device': 'of a device that was never ordered; one that was stays, and it with it',
  'authorisation_rule → organisation': 'how its authorisations are agreed to, a present fact',
  'organisation → operator': 'who administers it, a present fact',
  'lock_state → device': 'the present of a device that has no past, else it could not be deleted',
  'device_left → device': 'how it was called where it was before; no record needs it, else it could not be deleted',
  'device_move → device': 'when it went elsewhere; no record needs it, else it could not be deleted',
  'static_password → device': 'what opens a lock that has no past, else it could not be deleted',
  'device_card → device': 'what opens a lock that has no past, else it could not be deleted',
  'device_parameter → device': 'what a lock is set to that has no past',
  'device_registration → device': 'which terminal counts as the device; what registered otherwise stands in its alarms',
  'device_connection → device': 'the present of a device that has no past',
  'interval_told → device': 'how often a lock that has no past was to report',
  'device_type_interval → device_type': 'how often locks of a type that none has any more were to report',
  'device_count → organisation': 'a number of devices there are now: none',
  'device_count → device_type': 'a number of devices there are now: none',
  'fleet_count → organisation': 'figures of a moment, made anew all the time',
  'lease → process': 'what a process alone did, as long as it runs',
  'fence_device → fence': 'a link, no record',
  'fence_device → device': 'a link, no record',
  'fence_device_type → fence': 'a link, no record',
  'fence_device_type → device_type': 'a link, no record',
  'device → operator': 'to whom it is issued, a present fact; custody tells who that was',
  'import → device_type': 'of rows that named none; the devices that came of it name it, and hold it',
  'import → manufacturer': 'of rows that named none; the devices that came of it name it, and hold it',
  'import → job': 'how it was done; a job stays as long as an import names it',
  'batch → job': 'how its orders were given; a job stays as long as a batch names it',
  'batch_device → batch': 'which devices were meant, a part of their batch; their orders stay, and it with them',
  'firmware_rollout → approval': 'by which it was resumed last, a present fact: its step keeps who approved it',
  'firmware_rollout_step → firmware_rollout': 'what became of a roll-out, a part of it; it goes days after it is over',
  'firmware_issue → firmware_rollout': 'what became of a roll-out, a part of it; it goes days after it is over',
  'firmware_issue → device': 'a device that was to be upgraded and never reported, else it could not be deleted',
  'device_assignment → organisation':
    'of one that has ended: it keeps the names; as long as it holds it keeps both sides',
  'device_assignment → operator': 'who gave it stands in it by name',
  'device_assignment → device': 'who else might order it; a device that was ordered stays, and it with it',
  'batch_device → device': 'a device that was meant and never had an order, else it could not be deleted',
  'import_row → import': 'what is left to be mended, a part of its import',
  'import_heading → organisation': 'how its files are usually headed',
  'operation_device → operation_log': 'which devices a line of the log is about; it goes with the line',
  'import → organisation': 'to whom rows go that name nobody; whose import it is stands beside it',
  'sub_lock → device': 'what was told of it last, a present fact like the state of its device',
  'regional_rule_card → regional_rule': 'which cards a rule is of, a part of it; the operation log tells what it was',
  'regional_rule_card → ic_card': 'a rule of a card that is gone; it goes once no lock holds it',
  'regional_rule_device → regional_rule':
    'which devices a rule is of, a part of it; the operation log tells what it was',
  'regional_rule_device → device': 'a rule of a device that has no past, else it could not be deleted',
  'lock_sync → device': 'how far a lock that has no past follows its rules, a present fact',
  'lock_card_list → device': 'what a lock that has no past told first of its cards, a present fact',
  'lock_card → lock_sync': 'which cards a lock is to hold, a part of how it follows its rules',
  'lock_area → lock_sync': 'which areas a lock is to hold, a part of how it follows its rules',
  'organisation_move → organisation': 'where one stood that has nothing by now, else it could not be deleted',
  'approval_mail → approval': 'who was mailed of a request, a part of it; no request is deleted',
  'approval_mail → operator': 'to whom a mail went; the request keeps who decided by name',
  'approval_mail → message': 'how a mail went, for as long as it is kept',
  'stock_due → device': 'that its stock has to follow its lock, for a second',
};

const evidence = [
  ...['meter_inspection', 'meter_work_order', 'meter_work_round', 'meter_verification', 'meter_move'],
  ...['rfid_record', 'rfid_task'],
  'position',
  'quarantine',
  'lock_event',
  'alarm',
  'command',
  'operation_log',
  'file',
  'file_content',
  'file_use',
  'not_understood',
  'password_disclosure',
  'custody',
  'signature',
  'management_lease',
  'approval',
];

describe('evidence', () => {
  it('is taken along by nothing that is deleted', async () => {
    const { rows } = await database.pools.owner.query<{ link: string }>(
      `select distinct c.conrelid::regclass || ' → ' || c.confrelid::regclass as link from pg_constraint c
       where c.contype = 'f' and c.conparentid = 0 and c.confdeltype in ('c', 'n', 'd') order by 1`,
    );
    const links = rows.map((row) => row.link);
    expect(links.filter((link) => evidence.includes(link.split(' ')[0]!))).toEqual([]);
    expect(links.filter((link) => !mayGoAlong[link])).toEqual([]);
    expect(Object.keys(mayGoAlong).filter((link) => !links.includes(link))).toEqual([]);
  });

  it('goes to no other organisation with its device', async () => {
    const { rows } = await database.pools.owner.query<{ name: string }>(
      `select distinct c.conrelid::regclass::text as name from pg_constraint c
       where c.contype = 'f' and c.conparentid = 0 and c.confupdtype <> 'a' order by 1`,
    );
    const moving = rows.map((row) => row.name);
    expect(moving.filter((name) => evidence.includes(name))).toEqual([]);
    expect(moving).toEqual([
      'device_connection',
      'device_parameter',
      'device_registration',
      'interval_told',
      'lock_state',
      'lock_sync',
      'static_password',
      'unlock_password',
    ]);
  });

  it.each([
    [
      'a report',
      'position',
      "now(), 1, 1, $2, now(), 0, false, 2, 0, '', '\\x00'",
      'device_time, serial, hash, org_id, receive_time, msg_type, replay, lock_status, fault, report_reson, raw',
    ],
    ['a report put aside', 'quarantine', "now(), 'clock_future', '\\x00'", 'receive_time, reason, raw'],
    [
      'an event',
      'lock_event',
      "$2, now(), now(), now(), 1, 1, 'x', 2, 0, 2, 0, false, 'direct'",
      'org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay, quality',
    ],
    ['an alarm', 'alarm', "$2, 'low_battery', 'info', now(), now()", 'org_id, kind, severity, first_time, last_time'],
  ])('keeps a device that has %s, against its owner too', async (_, table, values, columns) => {
    const { owner } = database.pools;
    if (table === 'position')
      await owner.query(
        "create table position_today partition of position for values from ('2000-01-01') to ('2100-01-01')",
      );
    const org = await buildOrganisation(owner);
    const { id } = await buildDevice(owner, org);
    const needsOrg = values.includes('$2');
    await owner.query(
      `insert into ${table} (device_id, ${columns}) values ($1, ${values})`,
      needsOrg ? [id, org] : [id],
    );
    await expect(owner.query('delete from device where id = $1', [id])).rejects.toMatchObject({
      constraint: 'device_history',
    });
    expect((await owner.query(`select from ${table} where device_id = $1`, [id])).rowCount).toBe(1);
  });

  it('does not grow without end from one device', async () => {
    const { owner, platform } = database.pools;
    const { id } = await buildDevice(owner, await buildOrganisation(owner));
    const put = (from: number, to: number) =>
      platform.query(
        `insert into quarantine (device_id, receive_time, reason, raw)
         select $1, now(), n::text, '\\x00' from generate_series($2::int, $3::int) n`,
        [id, from, to],
      );
    await put(1, 4000);
    await put(4001, 7000);
    const { rows } = await owner.query(
      'select count(*)::int as n, min(reason::int) as first, max(reason::int) as last from quarantine where device_id = $1',
      [id],
    );
    expect(rows).toEqual([{ n: 5000, first: 2001, last: 7000 }]);
  });

  it('keeps what a lock said itself, and each kind of it, apart from what others say in its name', async () => {
    const { owner, platform } = database.pools;
    const { id } = await buildDevice(owner, await buildOrganisation(owner));
    const put = (reason: string, authenticated: boolean, n: number) =>
      platform.query(
        `insert into quarantine (device_id, receive_time, reason, raw, authenticated)
         select $1, now(), $2, '\\x00', $3 from generate_series(1, $4::int)`,
        [id, reason, authenticated, n],
      );
    await put('too_old', true, 1);
    await put('not understood malformed_message', true, 1);
    await put('not understood unknown_message', true, 600);
    await put('too_old', false, 5001);
    await put('not understood malformed_message', false, 501);
    const { rows } = await owner.query(
      `select reason, authenticated, count(*)::int as n from quarantine where device_id = $1 group by 1, 2 order by 1, 2`,
      [id],
    );
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['not understood malformed_message', false, 500],
      ['not understood malformed_message', true, 1],
      ['not understood unknown_message', true, 500],
      ['too_old', false, 5000],
      ['too_old', true, 1],
    ]);
  });
});
