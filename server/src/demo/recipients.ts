import type { ClientBase, Pool } from 'pg';

/** Who is told of the alarms, and by which rules: a desk, a manager in English, and a box that does not exist any more. */
export const seedRecipients = async (db: Pool | ClientBase, org: number, below: number): Promise<void> => {
  await db.query(
    `insert into alarm_config (org_id, config_name, mail_box, phone, language, receive_type, is_mail_config, is_phone_config, status, mail_refusals, create_time)
     values ($1, '值班台', 'duty@demo.example', '13812342071', 'zh_CN', 'police', true, true, 1, 0, now() - interval '60 days'),
       ($1, 'Fleet manager', 'fleet@demo.example', '', 'en_US', 'status', true, false, 1, 0, now() - interval '60 days'),
       ($1, '仓库邮箱（旧）', 'old-store@demo.example', '', 'zh_CN', 'police', true, false, 1, 3, now() - interval '60 days'),
       ($1, '夜班', 'night@demo.example', '', 'zh_CN', 'police', true, false, 2, 0, now() - interval '60 days')`,
    [org],
  );
  await db.query(
    "update alarm_config set quiet_from = '23:00', quiet_until = '06:00' where org_id = $1 and config_name = 'Fleet manager'",
    [org],
  );
  // one whose address is dead, and a box whose reader wants no more
  await db.query(
    `insert into alarm_config (org_id, config_name, mail_box, phone, language, receive_type, is_mail_config, is_phone_config, status, mail_refusals, create_time)
     values ($1, '码头保安', 'quay@demo.example', '13812342072', 'zh_CN', 'police', true, true, 1, 0, now() - interval '60 days')`,
    [org],
  );
  await db.query(
    `insert into alarm_trouble (config_id, org_id, channel, kind, since, told_time, told)
     select id, org_id, 'mail', case when mail_refusals > 0 then 'refuses' else 'left' end, now() - interval '7 hours', now() - interval '7 hours', 1
       from alarm_config where org_id = $1 and config_name in ('仓库邮箱（旧）', '码头保安')`,
    [org],
  );
  // it stays away, whoever types it anew
  await db.query(
    `insert into alarm_left (org_id, known_by, since)
     select t.org_id, mail_known_by(t.org_id, c.mail_box), t.since from alarm_trouble t join alarm_config c on c.id = t.config_id
      where t.org_id = $1 and t.kind = 'left'`,
    [org],
  );
  // said before the one above said more: it has less since, and both are shown it
  await db.query(
    `insert into alarm_rule (org_id, kind, is_on, severity, reason)
     values ($1, 'wrong_password', true, 'info', '键盘受潮常误按')`,
    [below],
  );
  // a rule of each sort: told by name and escalated to somebody, at work alone, and off
  await db.query(
    `insert into alarm_rule (org_id, kind, is_on, severity, schedule, told, told_further, again_minutes, further_minutes, reason)
     select $1, r.kind, r.is_on, r.severity, r.schedule::jsonb,
         array(select id from alarm_config where org_id = $1 and config_name = r.told),
         array(select id from alarm_config where org_id = $1 and config_name = r.further), r.again, r.later, r.reason
       from (values
         ('wrong_password', true, 'warning', null, '值班台', 'Fleet manager', 5, 15, ''),
         ('not_received', true, 'warning', '{"days":[1,2,3,4,5],"from":"08:00","until":"18:00","time_zone":"Asia/Shanghai"}', '', '',
           null::int, null::int, '下班时间不催收'),
         ('connection_replaced', false, 'info', null, '', '', null, null, '运营商切换网络时常见')
       ) as r(kind, is_on, severity, schedule, told, further, again, later, reason)`,
    [org],
  );
};
