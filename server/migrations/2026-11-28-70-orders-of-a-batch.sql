-- A device of a batch names its order, so that it is found by its number: a join of the two tables by batch and device is
-- tried pair by pair where the statistics know nothing yet of a batch that is being given.
-- No foreign key: the order may go before the batch does.
alter table batch_device add column command_id bigint;
update batch_device b set command_id = c.id from command c where c.batch_id = b.batch_id and c.device_id = b.device_id;
