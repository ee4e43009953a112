-- To whom a request for an approval was mailed: that an address exists says nothing of that.
create table approval_mail (
  approval_id bigint not null references approval on delete cascade,
  operator_id bigint not null references operator on delete cascade,
  -- one for all who have that letter box
  message_id bigint not null references message on delete cascade,
  primary key (approval_id, operator_id)
);
create index approval_mail_operator on approval_mail (operator_id);
create index approval_mail_message on approval_mail (message_id);
alter table approval_mail enable row level security;
alter table approval_mail force row level security;
create policy of_requests_in_sight on approval_mail to plomb_app using (exists (select from approval a where a.id = approval_id));
create policy everything on approval_mail to plomb_platform using (true);
create policy owner on approval_mail to current_user using (true);
grant insert on approval_mail to plomb_app;
grant select, delete on approval_mail to plomb_platform;
