-- What the words of a refusal name, of orders to many as of one: the frozen period that bars it.
alter table batch_device add column refusal_values jsonb not null default '{}';
