-- A reason chosen from the list is kept as the item that was chosen, in the words it had then: read in the reader's language,
-- and what it was whatever becomes of the list. `reason` is what was typed beside it; an order of before has both in it.
alter table command add column reason_code text, add column reason_text jsonb,
  add constraint command_reason_in_words check ((reason_code is null) = (reason_text is null));
