-- IC cards by the file, as devices.
alter table import drop constraint import_import_type_check;
alter table import add constraint import_import_type_check check (import_type in ('device', 'card'));
