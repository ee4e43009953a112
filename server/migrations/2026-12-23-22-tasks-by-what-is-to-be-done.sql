-- The tasks of an action, of which an organisation may have none: all of them were read to find that out.
create index rfid_task_action on rfid_task (org_id, action, id desc);
