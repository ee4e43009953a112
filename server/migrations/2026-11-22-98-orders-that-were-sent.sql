-- A word that was late by weeks is judged beside every order of its time, however many there were since.
create index command_sent on command (device_id, expire_time) where physical and sent_time is not null;
