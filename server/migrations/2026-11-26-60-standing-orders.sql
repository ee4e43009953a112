-- What stands out of the orders of a lock, however many came after it (`standingOf` in server/src/domains/orders/queries.ts).
create index command_moves on command (device_id, id desc) where physical;
create index command_standing on command (device_id, id desc) where state in ('queued', 'sent', 'uncertain');
