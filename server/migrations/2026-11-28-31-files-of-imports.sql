-- The file of an import goes before its record does: null from then on.
alter table import alter column file drop not null;
drop trigger import_ends on import;
create trigger import_ends after delete on import for each row execute function import_ends();
create trigger import_file_ends after update of file on import for each row when (new.file is null)
  execute function import_ends();

-- What an organisation's files of one purpose come to.
create index file_org_purpose on file (org_id, purpose) include (bytes, thumb_bytes);
drop index file_org;
