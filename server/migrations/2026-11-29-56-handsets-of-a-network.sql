-- The records of one network, newest first: what it has too many of is found without reading those of all others.
create index app_installation_network on app_installation (network, last_time desc, id desc);
