-- What is due by each way, and what is being handed over: a receiver that is slow holds no other up. See decision 0090.
create index message_way_due on message (way_id, next_time) where end_time is null and way_id is not null;
create index message_sending on message (channel, org_id, way_id) where state = 'sending';
