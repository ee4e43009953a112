-- Whether anything reaches a recipient of this organisation: whoever is served from above sees none of those, and is told this much.
create function alarm_recipients_reached(org bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from alarm_config c where c.org_id = org and c.status = 1
    and (c.is_mail_config and c.mail_refusals < 3 and channel_on('mail')
      or c.is_phone_config and c.phone_refusals < 3 and channel_on('sms')))
$$;
revoke execute on function alarm_recipients_reached(bigint) from public;
grant execute on function alarm_recipients_reached(bigint) to plomb_app;
