-- Who can open a device was told, on its page, to whoever may list operators and devices. The same answer now stands behind a menu of its
-- own: who had the one gets the other. An installation that begins has no menus yet, and gets this one with all others.
insert into menu (menu_code, name_zh, name_en, menu_url, menu_icon, remarks, sid, sort)
  select 'whoCanOpen', '谁能开锁', 'Who can open', 'devices/WhoCanOpenPage', 'opening', '2', f.id,
    coalesce((select sort from menu where menu_code = 'cardMatrix'), (select max(sort) from menu))
    from menu f where f.menu_code = 'devices'
  on conflict (menu_code) do nothing;
insert into button (menu_id, btn_code, name_zh, name_en, action_url)
  select m.id, b.code, b.zh, b.en, b.url from menu m,
    (values ('list', '查询谁能开锁', 'Search who can open a lock', '/whoCanOpen/list'),
      ('export', '导出谁能开锁', 'Export who can open a lock', '/whoCanOpen/export')) as b(code, zh, en, url)
   where m.menu_code = 'whoCanOpen'
  on conflict (menu_id, btn_code) do nothing;

-- a role holds nothing that the role above it does not: from the top down
insert into role_menu (role_id, menu_id)
  select r.id, m.id from role r, menu m
   where m.menu_code = 'whoCanOpen' and 2 = (select count(distinct h.menu_code) from role_button rb
     join button b on b.id = rb.button_id and b.btn_code = 'list' join menu h on h.id = b.menu_id and h.menu_code in ('operator', 'device')
     where rb.role_id = r.id)
   order by (select count(*) from role_above(r.id))
  on conflict do nothing;
insert into role_button (role_id, button_id)
  select rm.role_id, b.id from role_menu rm join menu m on m.id = rm.menu_id and m.menu_code = 'whoCanOpen'
    join button b on b.menu_id = m.id and b.btn_code = 'list'
   where 2 = (select count(distinct h.menu_code) from role_button rb
     join button l on l.id = rb.button_id and l.btn_code = 'list' join menu h on h.id = l.menu_id and h.menu_code in ('operator', 'device')
     where rb.role_id = rm.role_id)
   order by (select count(*) from role_above(rm.role_id))
  on conflict do nothing;
