-- Which locks a rule is in is asked lock by lock: a rule of a hundred cards has a hundred rows in each of them.
create index lock_card_rule_device on lock_card (rule_id, device_id);
drop index lock_card_rule;
create index lock_area_rule_device on lock_area (rule_id, device_id);
drop index lock_area_rule;
