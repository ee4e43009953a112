-- What became of a patrol is written by whoever judges the batch, by the verdict's own function: docs/decisions/0171-patrols-as-they-are-judged.md.
drop trigger patrols_of_steps on batch_step;
drop trigger patrols_of_batch on logistics_batch;
drop trigger patrols_of_amendments on batch_amendment;
drop function patrols_of_steps(), patrols_of_batch(), patrols_of_amendments(), keep_patrols(bigint), patrol_stops(bigint);
grant insert, update, delete on batch_patrol to plomb_app;
