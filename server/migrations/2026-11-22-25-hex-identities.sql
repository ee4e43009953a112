-- Some locks pack an IMEI or a maker's own number into their phone, with nibbles above 9: an identity is hexadecimal.
alter table device drop constraint device_sn_check;
alter table device add constraint device_sn_check check (sn ~ '^[0-9a-f]{4,20}$');
