import {
  CaretDownOutlined,
  CaretRightOutlined,
  EditOutlined,
  OrderedListOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import type { InputOf } from '@plomb/contract/call';
import { calls } from '@plomb/contract/calls';
import { Alert, App, Button } from 'antd';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useMay } from '../../../platform/may.ts';
import { useSettings } from '../../../platform/settings.ts';
import { DataTable } from '../../../ui/list/DataTable.tsx';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { Freshness } from '../../../ui/list/Freshness.tsx';
import { ListFrame } from '../../../ui/list/ListFrame.tsx';
import { RecordForm } from '../../../ui/list/RecordForm.tsx';
import { RecordPanel } from '../../../ui/list/RecordPanel.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { useKept } from '../../../ui/list/useKept.ts';
import { useList } from '../../../ui/list/useList.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { usePage } from '../../../ui/page.ts';
import { ColumnsButton } from '../../../ui/table/ColumnsButton.tsx';
import { useTable } from '../../../ui/table/useTable.ts';
import { MenuName, useMenuColumns } from './MenuColumns.tsx';
import { MenuDetail } from './MenuDetail.tsx';
import { MenuForm } from './MenuForm.tsx';
import { MenuOrder } from './MenuOrder.tsx';
import { type Branch, unfolded } from './tree.ts';
import { useChanged, useMenus } from './useMenus.ts';
import './menus.css';

const of = calls.menuAdmin;
type Written = InputOf<typeof of.add>;
const blank: Partial<Written> = { menuUrl: '0', menuIcon: '', hidden: false, remarks: '1', sid: null };

/** Menus as a tree with their buttons; the same for every organisation. */
export const MenusPage = () => {
  const { t } = useTranslation('system/menus');
  const { t: ui } = useTranslation('ui');
  const { modal } = App.useApp();
  const { active } = usePage();
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const list = useList(of.list.input);
  const { open, show } = list;
  const [folded, fold] = useState<ReadonlySet<number>>(new Set());
  const [paused, pause] = useState(false);
  const [ordering, order] = useState(false);
  const changed = useChanged();
  const { data, error, dataUpdatedAt, refetch } = useMenus(list.query, paused || !active ? false : 30_000);

  const tree = data?.tree;
  const root = data?.editable ?? false;
  const rows = tree && (list.filtered ? tree : unfolded(tree, folded));
  const record = tree?.find((m) => m.id === open.id);
  const edited = useKept(tree, open.edit);
  const can = (call: Parameters<typeof may>[0]): boolean => root && may(call);

  const save = async (values: Written, version: string): Promise<void> => {
    const menu = { ...values, sid: values.sid ?? null }; // a cleared field has no value
    if (open.edit === 'new') await send(of.add, menu);
    else await send(of.update, { ...menu, id: Number(open.edit), version });
    show({ edit: null });
    await changed(ui(open.edit === 'new' ? 'added' : 'modified'));
  };
  const askDelete = (menu: Branch): void => {
    modal.confirm({
      title: t('deleteTitle', { name: menu.menuName[lang] }),
      content: t('consequence'),
      okText: ui('delete'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(of.delete, { ids: [menu.id] });
        show({ id: null });
        await changed(ui('deleted'));
      },
    });
  };
  const toggle = (id: number): void => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    fold(next);
  };

  const { columns, files } = useMenuColumns(can(of.status), () => changed(ui('modified')));
  const table = useTable(of.list, columns);
  const before = (menu: Branch) => {
    const style = { '--depth': menu.depth } as CSSProperties;
    if (menu.below === 0 || list.filtered) return <span className="menu-fold" style={style} />;
    const closed = folded.has(menu.id);
    return (
      <button
        type="button"
        className="menu-fold"
        style={style}
        aria-expanded={!closed}
        aria-label={t(closed ? 'unfold' : 'fold', { name: menu.menuName[lang] })}
        onClick={() => toggle(menu.id)}
      >
        {closed ? <CaretRightOutlined /> : <CaretDownOutlined />}
      </button>
    );
  };
  const addButton = can(of.add) ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => show({ edit: 'new' })}>
      {ui('add', { title: t('noun') })}
    </Button>
  ) : null;
  const count = data ? ui('total', { count: data.total }) : undefined;
  if (ordering && tree)
    return (
      <div className="list-page">
        <PageHeader count={count} />
        <div className="list-body">
          <section className="list">
            <MenuOrder tree={tree} done={() => order(false)} />
          </section>
        </div>
      </div>
    );
  return (
    <ListFrame
      list={list}
      header={
        <PageHeader
          count={count}
          actions={
            <>
              {can(of.order) && tree && !list.filtered && (
                <Button icon={<OrderedListOutlined />} onClick={() => order(true)}>
                  {t('order.start')}
                </Button>
              )}
              <ExportButton
                of={of.export}
                columns={files}
                words={{
                  status: { 1: t('enabled'), 2: t('disabled') },
                  hidden: { true: ui('yes'), false: ui('no') },
                }}
              />
              {addButton}
            </>
          }
        />
      }
      filters={
        <>
          <SearchBox placeholder={t('search')} />
          <FilterChip
            name="status"
            label={t('status')}
            options={[
              { value: 1, label: t('enabled') },
              { value: 2, label: t('disabled') },
            ]}
          />
        </>
      }
      freshness={<Freshness at={dataUpdatedAt} paused={paused} pause={pause} refresh={() => void refetch()} />}
      tools={<ColumnsButton setup={table} />}
      panel={
        open.id !== null && (
          <RecordPanel
            title={record?.menuName[lang] ?? ''}
            ids={rows?.map((m) => m.id) ?? []}
            loading={!tree}
            failure={tree && !record ? new Error(ui('missingRecord')) : null}
            footer={
              record && (
                <>
                  {can(of.update) && (
                    <Button type="primary" icon={<EditOutlined />} onClick={() => show({ edit: record.id })}>
                      {ui('edit')}
                    </Button>
                  )}
                  {can(of.add) && <Button onClick={() => show({ edit: 'new' })}>{t('addBelow')}</Button>}
                  {can(of.delete) && !record.needed && (
                    <Button onClick={() => askDelete(record)}>{ui('delete')}…</Button>
                  )}
                </>
              )
            }
          >
            {record && tree && <MenuDetail menu={record} tree={tree} editable={can(of.update)} />}
          </RecordPanel>
        )
      }
    >
      {data && !root && <Alert banner type="info" title={t('rootOnly')} />}
      <DataTable<Branch>
        rows={rows}
        columns={table}
        before={before}
        failure={error}
        retry={() => void refetch()}
        empty={{ title: t('emptyTitle'), text: t('emptyText'), action: addButton }}
        card={(menu) => (
          <div style={{ paddingInlineStart: menu.depth * 16 }}>
            <b>
              <MenuName menu={menu} />
            </b>
            <dl>
              <div>
                <dt>{t('code')}</dt>
                <dd className="mono">{menu.menuCode}</dd>
              </div>
              <div>
                <dt>
                  {t('buttons')} · {t('roles')}
                </dt>
                <dd>
                  {menu.buttons.length} · {menu.roles}
                </dd>
              </div>
            </dl>
          </div>
        )}
      />
      {tree && (open.edit === 'new' || edited) && (
        <RecordForm<Written>
          key={open.edit}
          title={
            open.edit === 'new' ? ui('add', { title: t('noun') }) : `${ui('edit')} ${edited?.menuName[lang] ?? ''}`
          }
          initial={edited ?? { ...blank, ...(record ? { sid: record.id, remarks: '2' } : {}) }}
          save={save}
          latest={async () => {
            const { rows: now } = await send(of.list, {}, { quiet: true });
            return now.find((m) => m.id === Number(open.edit)) ?? edited ?? blank;
          }}
          close={() => show({ edit: null })}
        >
          <MenuForm tree={tree} menu={edited} />
        </RecordForm>
      )}
    </ListFrame>
  );
};
