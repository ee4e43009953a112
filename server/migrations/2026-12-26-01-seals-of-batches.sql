-- A seal on a batch is of the organisation of the batch, as one on a meter is of the meter's: who has the batch reads it.
update seal s set org_id = b.org_id from batch_position p join logistics_batch b on b.id = p.batch_id
where s.thing = 'position' and s.thing_id = p.id and s.state = 'sealed' and s.org_id <> b.org_id;
