-- What a seal is on may be a thing with rules of its own, which judge an operation beside the seal's: the position of a batch, the point of a
-- meter. A seal and each operation know it by its kind and id; whose table that is, no key can say. See server/src/domains/seals/things.ts.

alter table seal add column thing text check (thing in ('position', 'point')), add column thing_id bigint,
  add constraint seal_thing check ((thing is null) = (thing_id is null) and (thing is null or state = 'sealed'));
create index seal_on_thing on seal (thing, thing_id) where thing_id is not null;

alter table seal_operation add column thing text check (thing in ('position', 'point')), add column thing_id bigint,
  add constraint seal_operation_thing check ((thing is null) = (thing_id is null));
create index seal_operation_on_thing on seal_operation (thing, thing_id, id desc) where thing_id is not null;
