-- When too many strangers knock, those of the networks that most of them come from give way first: hence the network of each.
alter table device_unregistered add column network text not null default '';
update device_unregistered set network = substring(address from '((\d+\.){3})\d+$') || '0/24'
 where address ~ '^(::ffff:)?(\d+\.){3}\d+$';
