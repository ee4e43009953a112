-- What the locks of a type may be set to, and by what the percent of a battery is told of which a lock says volts only.
alter table device_type
  add column report_interval_min integer not null default 5,
  add column report_interval_max integer not null default 86400,
  add column sleep_interval_min integer not null default 60,
  add column sleep_interval_max integer not null default 604800,
  add column battery_curve float8[] not null default '{{3.5,0},{4.15,100}}', -- volts, percent
  add check (report_interval_min >= 5 and report_interval_max <= 86400
    and report_interval between report_interval_min and report_interval_max),
  add check (sleep_interval_min >= 60 and sleep_interval_max <= 604800
    and sleep_interval between sleep_interval_min and sleep_interval_max),
  add check (array_length(battery_curve, 1) between 2 and 10 and array_length(battery_curve, 2) = 2);
