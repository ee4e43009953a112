-- The number of a card opens a lock: what is written once for all who see a device has its last signs alone (decision 0047).
create function masked_card(number text) returns text language sql immutable
  as $$ select '***' || substr(number, greatest(length(number) - 4, (length(number) + 1) / 2) + 1) $$;
update device_state set lock_actor = masked_card(lock_actor)
 where lock_actor <> '' and (lock_source in (5, 9) or lock_actor ~* '^[0-9a-f]+$' and coalesce(lock_source, 0) not in (1, 4, 10, 12));
update device_state set icc_card_no = masked_card(icc_card_no) where icc_card_no <> '';
alter table custody disable trigger custody_append_only;
update custody set oper_name = masked_card(oper_name) where source = 'device' and oper_name ~* '^[0-9a-f]+$';
alter table custody enable trigger custody_append_only;
drop function masked_card(text);
