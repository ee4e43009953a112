-- What a person did in the organisations somebody sees is found without what it did in others.
create index ledger_operator_org on ledger (operator_id, org_id, at desc, id desc) where operator_id is not null;
drop index ledger_operator;
