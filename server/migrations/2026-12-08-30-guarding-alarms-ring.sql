-- A guarding kind rings as a warning at the least: as a mere notice nobody would hear of it. See docs/decisions/0088-rules-of-alarms.md.
update alarm_rule set severity = 'warning'
  where kind in ('illegal_unlocking', 'illegal_unlock', 'card_against_rule') and severity = 'info';
alter table alarm_rule drop constraint alarm_rule_guards;
alter table alarm_rule add constraint alarm_rule_guards
  check (kind not in ('illegal_unlocking', 'illegal_unlock', 'card_against_rule') or is_on and schedule is null
    and (severity = 'critical' or severity = 'warning' and char_length(reason) >= 6));
