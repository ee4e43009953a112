import type { ClientBase } from 'pg';

/** Who is told of the alarms: a desk, a manager in English, and a box that does not exist any more. */
export const seedRecipients = async (db: ClientBase, org: number): Promise<void> => {
  await db.query(
    `insert into alarm_config (org_id, config_name, mail_box, phone, language, receive_type, is_mail_config, is_phone_config, status, mail_refusals)
     values ($1, '值班台', 'duty@demo.example', '13812342071', 'zh_CN', 'police', true, true, 1, 0),
       ($1, 'Fleet manager', 'fleet@demo.example', '', 'en_US', 'status', true, false, 1, 0),
       ($1, '仓库邮箱（旧）', 'old-store@demo.example', '', 'zh_CN', 'police', true, false, 1, 3),
       ($1, '夜班', 'night@demo.example', '', 'zh_CN', 'police', true, false, 2, 0)`,
    [org],
  );
};
