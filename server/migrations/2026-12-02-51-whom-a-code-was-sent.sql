-- Whom the code of a lock was sent is evidence: it stays as it was written, with the name beside it, also when that operator is deleted.
alter table password_disclosure drop constraint password_disclosure_receiver_id_fkey;
