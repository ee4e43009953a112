-- AMap and Baidu, whose own scripts draw their maps.
alter table base_map drop constraint base_map_kind_check, drop constraint base_map_datum_check,
  add constraint base_map_kind_check check (kind in ('upload', 'pmtiles', 'vector', 'raster', 'tianditu', 'google', 'amap', 'baidu')),
  add constraint base_map_datum_check check (datum in ('wgs84', 'gcj02', 'bd09')),
  add constraint base_map_grid check (datum <> 'bd09' or kind = 'baidu');
