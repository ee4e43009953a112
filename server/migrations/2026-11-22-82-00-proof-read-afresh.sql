-- An order can end between the moment its state was read and the moment its proof is written. That is no fault of the
-- report: whoever writes it reads again and judges by what is true now.
create or replace function proof_guard() returns trigger language plpgsql as $$
begin
  if new.evidence = 'confirmed' and old.evidence is distinct from 'confirmed' then
    if old.sent_time is null or not (old.state in ('sent', 'uncertain', 'answered_ok')
            or (old.state = 'answered_fail' and old.answer_time is null and old.evidence is not null)) then
      raise exception 'command % is % and nothing can prove it', old.id, old.state
        using errcode = 'serialization_failure', constraint = 'proof_guard';
    end if;
    if new.evidence_time is null
       or new.evidence_time not between old.sent_time - interval '31 seconds' and old.sent_time + interval '601 seconds' then
      raise exception 'command % is not proved by what happened at %', old.id, new.evidence_time
        using errcode = 'check_violation', constraint = 'proof_guard';
    end if;
  end if;
  return new;
end $$;
