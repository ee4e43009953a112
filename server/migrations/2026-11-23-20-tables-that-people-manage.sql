-- A table whose rows people make and remove says so itself, and how they go. (How every other ends: retention/tables.ts.)

comment on table organisation is 'managed: deleted while it has no history, then disabled';
comment on table operator is 'managed: deleted by those above';
comment on table role is 'managed: deleted while nobody holds it';
comment on table menu is 'managed: added by the root organisation';
comment on table manufacturer is 'managed: deleted while no device names it';
comment on table device_type is 'managed: deleted while no device names it';
comment on table device is 'managed: deleted while it has no history, then retired: its number is never given again';
comment on table fence is 'managed: drawn and deleted by people';
comment on table dictionary is 'managed: added by the root organisation';
comment on table dictionary_item is 'managed: added by the root organisation';
comment on table image is 'managed: logos nobody uses go after a day; every other picture is a record';
