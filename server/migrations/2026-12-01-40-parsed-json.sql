-- What a request was made of is kept as text. One that does not parse breaks no search through the others.
create function parsed_json(text) returns jsonb language plpgsql immutable strict as $$
begin
  return $1::jsonb;
exception when data_exception or program_limit_exceeded then
  return null;
end $$;
