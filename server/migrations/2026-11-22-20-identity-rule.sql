-- What proves that a connection is the lock whose number it names. New types ask for proof; those that exist already go
-- on as they did, and their screens warn until somebody decides.
alter table device_type
  add column identity_rule text not null default 'code' check (identity_rule in ('code', 'network', 'open')),
  add column networks text[] not null default '{}',
  -- which password an unseal order carries: none, the maker's 888888, or the lock's own newest one-time password
  add column unseal_password text not null default 'none' check (unseal_password in ('none', 'factory', 'dynamic'));
update device_type set identity_rule = 'open', unseal_password = case family when 'jt701' then 'factory' else 'none' end;
alter table device_type
  add constraint identity_rule_of_family check (identity_rule <> 'code' or family <> 'jt701'),
  add constraint identity_networks check (identity_rule <> 'network' or cardinality(networks) > 0),
  add constraint unseal_password_of_family check ((unseal_password = 'none') = (family <> 'jt701'));
