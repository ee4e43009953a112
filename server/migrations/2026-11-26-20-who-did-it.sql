-- Whoever ordered, took or processed something stands there by name and login name, as they were then: a name is anybody's
-- to bear, and those below may not see the operator's own row.
alter table command add column login_name text not null default '';
update command c set login_name = o.login_name from operator o where o.id = c.operator_id;

alter table alarm
  add column owner text not null default '',
  add column owner_login text not null default '',
  add column processor text not null default '',
  add column processor_login text not null default '';
update alarm a set owner = o.oper_name, owner_login = o.login_name from operator o where o.id = a.owner_id;
update alarm a set processor = o.oper_name, processor_login = o.login_name from operator o where o.id = a.processor_id;
