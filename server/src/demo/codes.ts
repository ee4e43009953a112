import type { ClientBase, Pool } from 'pg';

/**
 * A one-time password that was sent to a driver: of a sealed lock that has told one. What the message said is kept nowhere, as of every
 * one that has left; nothing leaves again.
 */
export const sendDemoCode = async (db: Pool | ClientBase): Promise<void> => {
  await db.query(
    `with chosen as (
       select d.id, d.org_id, p.id as password_id, o.id as operator_id, o.oper_name
       from device d join unlock_password p on p.device_id = d.id and p.end_time is null join lock_state s on s.device_id = d.id
         join operator o on o.login_name = 'demo'
       where d.status = 1 and not d.lost and d.device_state = 'in_use' and s.lock_status = 2
       order by d.sn desc limit 1
     ), shown as (
       update unlock_password p set state = 'disclosed' from chosen c where p.id = c.password_id
     ), said as (
       insert into message (org_id, operator_id, oper_name, channel, purpose, recipient, address_hash, state, answer, attempts, expire_time,
         attempt_time, end_time)
       select org_id, operator_id, oper_name, 'sms', 'lock_code', '139 **** 6620', '', 'sent', 'HTTP 202', 1, now() + interval '2 hours',
         now(), now() from chosen
       returning id
     )
     insert into password_disclosure (password_id, device_id, org_id, operator_id, oper_name, reason, address, sent_name, recipient, channel,
       message_id, until_time)
     select c.password_id, c.id, c.org_id, c.operator_id, c.oper_name, '卸货点无网络，司机赵勇当场开锁', '127.0.0.1', '赵勇', '139 **** 6620', 'sms',
       said.id, now() + interval '2 hours' from chosen c, said`,
  );
};
