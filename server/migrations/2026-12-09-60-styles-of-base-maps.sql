-- Base maps that draw themselves: the style as it was read when it was saved, and the servers it names.
alter table base_map drop constraint base_map_kind_check, drop constraint base_map_source, drop constraint base_map_tile_schema_check,
  add constraint base_map_kind_check check (kind in ('upload', 'style', 'pmtiles', 'vector', 'raster', 'tianditu', 'google', 'amap', 'baidu')),
  add constraint base_map_source check ((kind = 'upload') = (path is not null) and (kind in ('style', 'pmtiles', 'vector', 'raster')) = (url <> '')),
  add constraint base_map_tile_schema_check check (tile_schema in ('raster', 'openmaptiles', 'protomaps', 'style')),
  add column style text check (length(style) <= 2000000),
  add column servers text[] not null default '{}',
  add constraint base_map_style check ((kind = 'style') = (tile_schema = 'style') and (style is null or kind = 'style'));
