import { ArrowDownOutlined, ArrowUpOutlined, FolderOutlined } from '@ant-design/icons';
import { systemCalls } from '@plomb/contract/system/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { type CSSProperties, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { useSettings } from '../../../platform/settings.ts';
import { Grip } from '../../../ui/Grip.tsx';
import { MenuIcon } from '../../../ui/MenuIcon.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useDrag } from '../../../ui/useDrag.ts';
import { useUnsavedGuard } from '../../../ui/useUnsavedGuard.ts';
import { type Branch, dropped, menuTree, type Place, shifted, shiftedIn, shiftedOut } from './tree.ts';
import { useChanged } from './useChanged.ts';

/** At which part of a row the pointer is: its edges mean beside it, the middle of a folder means inside. */
const placeOn = (row: Element, y: number, isFolder: boolean): Place => {
  const { top, height } = row.getBoundingClientRect();
  const part = (y - top) / height;
  if (isFolder && part > 0.3 && part < 0.7) return 'into';
  return part < 0.5 ? 'before' : 'after';
};

/** The tree in a new order, by the grips, by the arrow keys on them, or by the arrows beside them; saved in one call. */
export const MenuOrder = ({ done }: { done: () => void }) => {
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { data, error } = useQuery({
    queryKey: [systemCalls.menus.list.path, {}],
    queryFn: () => send(systemCalls.menus.list, {}, { quiet: true }),
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
  /** the one that is being moved, for whoever hears the page */
  const [last, setLast] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const hint = useId();
  const saved = useRef(false);
  const shown = menuTree(rows);
  const dirty = shown.some((m, at) => m.id !== tree[at]?.id || m.sid !== tree[at]?.sid);
  useUnsavedGuard(dirty, saved);

  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await send(systemCalls.menus.order, { tree: shown.map(({ id, sid }) => ({ id, sid })) });
      saved.current = true;
      await changed(t('order.saved'));
      done();
    } catch {
      // said by the client; the order stays on the screen
    } finally {
      setSaving(false);
    }
  };
  const move = (id: number, to: Branch[]): void => {
    setLast(id);
    setRows(to);
  };
  const { held, grab } = useDrag<number, { on: number; place: Place } | null>({
    placeAt: (y) => {
      const items = [...(list.current?.children ?? [])];
      const found = items.findIndex((item) => y < item.getBoundingClientRect().bottom);
      const at = found < 0 ? items.length - 1 : found;
      const [item, menu] = [items[at], shown[at]];
      return item && menu ? { on: menu.id, place: placeOn(item, y, menu.menuUrl === '0') } : null;
    },
    drop: (id, to) => to && move(id, dropped(shown, id, to.on, to.place)),
    box: list,
  });
  const keyed = (event: KeyboardEvent, id: number): void => {
    const moves: Record<string, () => Branch[]> = {
      ArrowUp: () => shifted(shown, id, -1),
      ArrowDown: () => shifted(shown, id, 1),
      ArrowRight: () => shiftedIn(shown, id),
      ArrowLeft: () => shiftedOut(shown, id),
    };
    const moved = moves[event.key];
    if (!moved) return;
    event.preventDefault();
    move(id, moved());
  };
  // dropped into a long folder it stands at its end, which may be far away
  const follow = useEffectEvent(() => {
    const at = shown.findIndex((m) => m.id === last);
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useEffect(() => follow(), [rows]);
  const nameOf = (id: number): string => shown.find((m) => m.id === id)?.menuName[lang] ?? '';
  /** where the moved one stands, or would stand */
  const told = (): string => {
    if (held?.place && held.place.on !== held.id)
      return t(`order.over.${held.place.place}`, { name: nameOf(held.id), other: nameOf(held.place.on) });
    const menu = shown.find((m) => m.id === last);
    if (!menu) return '';
    const among = shown.filter((m) => m.sid === menu.sid);
    const folder = menu.sid === null ? t('top') : nameOf(menu.sid);
    const place = among.indexOf(menu) + 1;
    return t('order.moved', { name: nameOf(menu.id), folder, place, count: among.length });
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
      <p className="unseen" id={hint}>
        {t('order.keys')}
      </p>
      <p className="unseen" role="status">
        {told()}
      </p>
      <ul className="menu-order" ref={list}>
        {shown.map((menu) => {
          const name = menu.menuName[lang];
          const siblings = shown.filter((m) => m.sid === menu.sid);
          return (
            <li
              key={menu.id}
              data-held={menu.id === held?.id}
              data-over={held?.place?.on === menu.id && held.id !== menu.id ? held.place.place : undefined}
              style={{ '--depth': menu.depth } as CSSProperties}
            >
              <Grip
                aria-label={t('order.move', { name })}
                aria-describedby={hint}
                onKeyDown={(event) => keyed(event, menu.id)}
                onPointerDown={(event) => grab(event, menu.id)}
              />
              {menu.menuUrl === '0' && menu.menuIcon === '' ? <FolderOutlined /> : <MenuIcon name={menu.menuIcon} />}
              <span>{name}</span>
              <code>{menu.menuCode}</code>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={t('order.up', { name })}
                disabled={siblings[0]?.id === menu.id}
                onClick={() => move(menu.id, shifted(shown, menu.id, -1))}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={t('order.down', { name })}
                disabled={siblings.at(-1)?.id === menu.id}
                onClick={() => move(menu.id, shifted(shown, menu.id, 1))}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
};
