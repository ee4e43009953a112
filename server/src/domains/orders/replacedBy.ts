/** A text of SQL over an order: who gave the newer one that took its place, which ended it in the moment it was given. */
export const replacedBy = (
  order: string,
): string => `case when ${order}.cause = 'replaced' and ${order}.state = 'cancelled' then
  (select jsonb_build_object('oper_name', r.oper_name, 'login_name', r.login_name) from command r
    where r.device_id = ${order}.device_id and r.id > ${order}.id and r.create_time = ${order}.finish_time
    order by r.id limit 1) end`;
