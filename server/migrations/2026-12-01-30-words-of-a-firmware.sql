-- Under which serial a lock said what became of a firmware: what it repeats is no word about the next try.
alter table firmware_issue add column answer_serial integer;
