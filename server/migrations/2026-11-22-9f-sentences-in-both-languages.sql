-- What an operation was done on and why is told in the reader's language. A row of before has its sentence in the language
-- of whoever did it; so has one whose sentence is made of names and words of people alone.
alter table operation_log add column instruct_en text;
