-- The device that replaced one scrapped in place, by the number it had then; '' = its use ended by force.
alter table custody add column replacement text not null default '';
