-- A recipient may have hours in which only critical alarms are told, and kinds of alarms it is told of. See decision 0091.
alter table alarm_config
  add column quiet_from text not null default '' check (quiet_from ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'), -- of the server's zone
  add column quiet_until text not null default '' check (quiet_until ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  add column kinds text[] not null default '{}', -- none: all
  add constraint alarm_config_quiet check ((quiet_from = '') = (quiet_until = '') and (quiet_from = '' or quiet_from <> quiet_until));
