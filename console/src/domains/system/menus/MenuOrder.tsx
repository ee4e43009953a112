import { ArrowDownOutlined, ArrowUpOutlined, FolderOutlined, HolderOutlined } from '@ant-design/icons';
import { calls } from '@plomb/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { type CSSProperties, type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { useSettings } from '../../../platform/settings.ts';
import { MenuIcon } from '../../../ui/MenuIcon.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useUnsavedGuard } from '../../../ui/useUnsavedGuard.ts';
import { type Branch, dropped, menuTree, type Place, shifted } from './tree.ts';
import { useChanged } from './useChanged.ts';

/** Where on a row the pointer is: its edges mean beside it, the middle of a folder means inside. */
const placeAt = (event: DragEvent<HTMLElement>, folder: boolean): Place => {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  if (folder && part > 0.3 && part < 0.7) return 'into';
  return part < 0.5 ? 'before' : 'after';
};

/** The tree in a new order, by dragging or by the arrows; saved in one call. */
export const MenuOrder = ({ done }: { done: () => void }) => {
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { data, error } = useQuery({
    queryKey: [calls.menus.list.path, {}],
    queryFn: () => send(calls.menus.list, {}, { quiet: true }),
  });
  const { t } = useTranslation('system/menus');
  // what is put in order stays as it was read, whatever becomes of the list meanwhile
  const [tree, keep] = useState<Branch[]>();
  if (!tree && data) keep(menuTree(data.rows));
  return (
    <div className="list-page">
      <PageHeader count={data && ui('total', { count: data.total })} />
      <div className="list-body">
        <section className="list">
          {data && !data.editable && <Alert banner type="info" title={t('rootOnly')} />}
          {tree && data?.editable && <OrderList tree={tree} done={done} />}
          {!tree && (error ? <p role="alert">{failureWords(error, lang)}</p> : <Skeleton active />)}
        </section>
      </div>
    </div>
  );
};

const OrderList = ({ tree, done }: { tree: Branch[]; done: () => void }) => {
  const { t } = useTranslation('system/menus');
  const lang = useSettings((s) => s.lang);
  const changed = useChanged();
  const [rows, setRows] = useState<Branch[]>(tree);
  const [saving, setSaving] = useState(false);
  const [held, hold] = useState<number | null>(null);
  const [over, setOver] = useState<{ id: number; place: Place } | null>(null);
  const saved = useRef(false);
  const shown = menuTree(rows);
  const dirty = shown.some((m, at) => m.id !== tree[at]?.id || m.sid !== tree[at]?.sid);
  useUnsavedGuard(dirty, saved);

  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await send(calls.menus.order, { tree: shown.map(({ id, sid }) => ({ id, sid })) });
      saved.current = true;
      await changed(t('order.saved'));
      done();
    } catch {
      // said by the client; the order stays on the screen
    } finally {
      setSaving(false);
    }
  };
  const drop = (): void => {
    if (held !== null && over) setRows(dropped(shown, held, over.id, over.place));
    hold(null);
    setOver(null);
  };
  return (
    <>
      <div className="menu-order-bar" role="status">
        <span>{dirty ? <b>{t('order.changed')}</b> : t('order.hint')}</span>
        {/* whoever guards the addresses asks about an order that is not saved */}
        <Button onClick={done}>{t('order.cancel')}</Button>
        <Button type="primary" disabled={!dirty} loading={saving} onClick={() => void save()}>
          {t('order.save')}
        </Button>
      </div>
      <ul className="menu-order">
        {shown.map((menu) => {
          const name = menu.menuName[lang];
          const siblings = shown.filter((m) => m.sid === menu.sid);
          return (
            <li
              key={menu.id}
              draggable
              data-held={menu.id === held}
              data-over={over?.id === menu.id && held !== menu.id ? over.place : undefined}
              style={{ '--depth': menu.depth } as CSSProperties}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                hold(menu.id);
              }}
              onDragOver={(event) => {
                if (held === null) return;
                event.preventDefault();
                const place = placeAt(event, menu.menuUrl === '0');
                if (over?.id !== menu.id || over.place !== place) setOver({ id: menu.id, place });
              }}
              onDrop={(event) => {
                event.preventDefault();
                drop();
              }}
              onDragEnd={() => {
                hold(null);
                setOver(null);
              }}
            >
              <HolderOutlined className="menu-order-handle" aria-hidden="true" />
              {menu.menuUrl === '0' && menu.menuIcon === '' ? <FolderOutlined /> : <MenuIcon name={menu.menuIcon} />}
              <span>{name}</span>
              <code>{menu.menuCode}</code>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={t('order.up', { name })}
                disabled={siblings[0]?.id === menu.id}
                onClick={() => setRows(shifted(shown, menu.id, -1))}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={t('order.down', { name })}
                disabled={siblings.at(-1)?.id === menu.id}
                onClick={() => setRows(shifted(shown, menu.id, 1))}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
};
