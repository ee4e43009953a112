/** A text of SQL over an order: who approved it, by name and login; '' = nobody had to. */
export const approvedBy = (order: string): string =>
  `coalesce((select case when p.decider_login in ('', p.decider_name) then p.decider_name
     else p.decider_name || ' (' || p.decider_login || ')' end from approval p where p.id = ${order}.approval_id), '')`;
