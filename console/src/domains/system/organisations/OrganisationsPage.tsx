import { CaretDownOutlined, CaretRightOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { InputOf, OutputOf } from '@plomb/contract/call';
import { calls } from '@plomb/contract/calls';
import { App, Button, Tag } from 'antd';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { renewOrganisation, useSession } from '../../../platform/session.ts';
import { sealedFor } from '../../../platform/signIn.ts';
import { DataTable } from '../../../ui/list/DataTable.tsx';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { Freshness } from '../../../ui/list/Freshness.tsx';
import { ListFrame } from '../../../ui/list/ListFrame.tsx';
import { RecordEditor } from '../../../ui/list/RecordEditor.tsx';
import { RecordForm } from '../../../ui/list/RecordForm.tsx';
import { RecordPanel } from '../../../ui/list/RecordPanel.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { useList } from '../../../ui/list/useList.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { usePage } from '../../../ui/page.ts';
import { ColumnsButton } from '../../../ui/table/ColumnsButton.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useTable } from '../../../ui/table/useTable.ts';
import { useNumber } from '../../../ui/useNumber.ts';
import { OrganisationDetail } from './OrganisationDetail.tsx';
import { OrganisationForm } from './OrganisationForm.tsx';
import { OrganisationStatus } from './OrganisationStatus.tsx';
import { type Branch, shownOf } from './tree.ts';
import { useChanged, useOrganisations } from './useOrganisations.ts';
import './organisations.css';

const of = calls.organisations;
type Written = InputOf<typeof of.add>;

/** The organisations in sight as a tree; all are loaded at once, searched and folded here. */
export const OrganisationsPage = () => {
  const { t } = useTranslation('system/organisations');
  const { t: ui } = useTranslation('ui');
  const { modal } = App.useApp();
  const { active } = usePage();
  const may = useMay();
  const own = useSession((s) => s.oper?.organization.id);
  const types = useDictionary('org_type');
  const figure = useNumber();
  const list = useList(of.list);
  const { open, show, query } = list;
  const [folded, fold] = useState<ReadonlySet<number>>(new Set());
  const [paused, pause] = useState(false);
  const changed = useChanged();
  const { data: tree, error, dataUpdatedAt, refetch } = useOrganisations(paused || !active ? false : 30_000);

  const status = query.status === 1 || query.status === 2 ? query.status : undefined;
  const rows = tree && shownOf(tree, { keyword: String(query.keyword ?? ''), status, folded });
  const record = tree?.find((o) => o.id === open.id);
  const parents = (tree ?? []).filter((o) => o.below > 0).map((o) => o.id);

  const toggle = (id: number): void => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    fold(next);
  };
  const save = async (values: Written): Promise<void> => {
    if (open.edit === 'new') await send(of.add, { ...values, password: await sealedFor(of.add.path, values.password) });
    else {
      await send(of.update, { ...values, id: Number(open.edit) });
      renewOrganisation({ id: Number(open.edit), org_name: values.org_name, logo: values.logo });
    }
    show({ edit: null });
    await changed(ui(open.edit === 'new' ? 'added' : 'modified'));
  };
  const askDelete = (o: Branch): void => {
    modal.confirm({
      title: t('deleteTitle', { name: o.org_name }),
      content: t('consequence'),
      okText: ui('delete'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(of.delete, { ids: [o.id] });
        show({ id: null });
        await changed(ui('deleted'));
      },
    });
  };

  const columns: Column<Branch>[] = [
    { title: t('name'), dataIndex: 'org_name', width: 260, ellipsis: true },
    {
      title: t('type'),
      dataIndex: 'org_type',
      width: 120,
      render: (type: string) => (type === '' ? '' : types.word(type)),
    },
    {
      title: t('status'),
      dataIndex: 'status',
      width: 130,
      render: (_, o) => <OrganisationStatus organisation={o} tree={tree ?? []} />,
    },
    { title: t('administrator'), dataIndex: 'oper_name', width: 140, ellipsis: true },
    { title: t('loginName'), dataIndex: 'login_name', width: 140, ellipsis: true },
    { title: t('phone'), dataIndex: 'phone', width: 140 },
    {
      title: t('operators'),
      dataIndex: 'operators',
      width: 120,
      align: 'right',
      render: (_, o) => <WithBelow own={o.operators} all={o.allOperators} />,
    },
    {
      title: t('devices'),
      dataIndex: 'devices',
      width: 120,
      align: 'right',
      render: (_, o) => <WithBelow own={o.devices} all={o.allDevices} />,
    },
  ];
  const table = useTable(of.list, columns);
  const before = (o: Branch) => {
    const style = { '--depth': o.depth } as CSSProperties;
    if (o.below === 0 || list.filtered) return <span className="tree-fold" style={style} />;
    const closed = folded.has(o.id);
    return (
      <button
        type="button"
        className="tree-fold"
        style={style}
        aria-expanded={!closed}
        aria-label={t(closed ? 'unfold' : 'fold', { name: o.org_name })}
        onClick={() => toggle(o.id)}
      >
        {closed ? <CaretRightOutlined /> : <CaretDownOutlined />}
      </button>
    );
  };
  const addButton = may(of.add) ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => show({ edit: 'new' })}>
      {ui('add', { title: t('noun') })}
    </Button>
  ) : null;
  const parentOfNew = open.id ?? tree?.[0]?.id;
  const blank: Partial<Written> = {
    org_type: 'other',
    phone: '',
    mailbox: '',
    logo: '',
    ...(parentOfNew === undefined ? {} : { parent_id: parentOfNew }),
  };
  return (
    <ListFrame
      list={list}
      header={
        <PageHeader
          count={tree ? ui('total', { count: tree.length }) : undefined}
          actions={
            <>
              <ExportButton
                of={of.export}
                columns={table.shown}
                words={{ org_type: types.words, status: statusWords(t) }}
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
          {parents.length > 1 && !list.filtered && (
            <Button type="text" onClick={() => fold(new Set(folded.size > 0 ? [] : parents))}>
              {t(folded.size > 0 ? 'unfoldAll' : 'foldAll')}
            </Button>
          )}
        </>
      }
      freshness={<Freshness at={dataUpdatedAt} paused={paused} pause={pause} refresh={() => void refetch()} />}
      tools={<ColumnsButton setup={table} />}
      panel={
        open.id !== null && (
          <RecordPanel
            title={record?.org_name ?? ''}
            ids={rows?.map((o) => o.id) ?? []}
            loading={!tree}
            failure={tree && !record ? new Error(ui('missingRecord')) : null}
            footer={
              record && (
                <>
                  {may(of.update) && (
                    <Button type="primary" icon={<EditOutlined />} onClick={() => show({ edit: record.id })}>
                      {ui('edit')}
                    </Button>
                  )}
                  {may(of.add) && <Button onClick={() => show({ edit: 'new' })}>{t('addBelow')}</Button>}
                  {may(of.delete) && record.id !== own && (
                    <Button onClick={() => askDelete(record)}>{ui('delete')}…</Button>
                  )}
                </>
              )
            }
          >
            {record && tree && <OrganisationDetail organisation={record} tree={tree} />}
          </RecordPanel>
        )
      }
    >
      <DataTable<Branch>
        rows={rows}
        columns={table}
        before={before}
        failure={error}
        retry={() => void refetch()}
        empty={{ title: t('emptyTitle'), text: t('emptyText'), action: addButton }}
        card={(o) => (
          <>
            <b style={{ paddingLeft: o.depth * 16 }}>{o.org_name}</b>{' '}
            {o.id === own && <Tag color="blue">{t('own')}</Tag>}
            {o.shut && <Tag>{t('disabled')}</Tag>}
            <dl>
              <div>
                <dt>{t('administrator')}</dt>
                <dd>{o.oper_name || '–'}</dd>
              </div>
              <div>
                <dt>
                  {t('operators')} · {t('devices')}
                </dt>
                <dd>
                  {figure(o.allOperators)} · {figure(o.allDevices)}
                </dd>
              </div>
            </dl>
          </>
        )}
      />
      {tree && open.edit === 'new' && (
        <RecordForm<Written>
          title={ui('add', { title: t('noun') })}
          initial={blank}
          save={save}
          close={() => show({ edit: null })}
        >
          <OrganisationForm isNew tree={tree} />
        </RecordForm>
      )}
      {tree && typeof open.edit === 'number' && (
        <RecordEditor<Written, OutputOf<typeof of.detail>>
          key={open.edit}
          detail={of.detail}
          id={open.edit}
          title={(o) => `${ui('edit')} ${o?.org_name ?? ''}`}
          save={save}
          close={() => show({ edit: null })}
        >
          <OrganisationForm isNew={false} tree={tree} />
        </RecordEditor>
      )}
    </ListFrame>
  );
};

/** A count with everything below; where that is more than its own, its own stands beside it. */
const WithBelow = ({ own, all }: { own: number; all: number }) => {
  const { t } = useTranslation('system/organisations');
  const figure = useNumber();
  if (own === all) return figure(own);
  return (
    <span title={t('ownOf', { own, all })}>
      <small className="organisation-own">{t('ownCount', { count: own })}</small> {figure(all)}
    </span>
  );
};

const statusWords = (t: (key: 'enabled' | 'disabled') => string): Record<string, string> => ({
  '1': t('enabled'),
  '2': t('disabled'),
});
