import { calls } from '@plomb/contract/calls';
import { paramGroups, paramSeed } from '@plomb/contract/paramSeeds';
import type { Param } from '@plomb/contract/params';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useMay } from '../../../platform/may.ts';
import { said } from '../../../platform/notices.ts';
import { useShownParams } from '../../../platform/params.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';
import { DataTable } from '../../../ui/list/DataTable.tsx';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { ListFrame } from '../../../ui/list/ListFrame.tsx';
import { RecordPanel } from '../../../ui/list/RecordPanel.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { useKept } from '../../../ui/list/useKept.ts';
import { useList } from '../../../ui/list/useList.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ColumnsButton } from '../../../ui/table/ColumnsButton.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useTable } from '../../../ui/table/useTable.ts';
import { ParamForm } from './ParamForm.tsx';
import { valueWords } from './paramWords.ts';
import './params.css';

const { list: listCall, update, reset, export: exportCall } = calls.params;

/** Settings that act at once: what each is, what it was by default, and who changed it. */
export const ParamsPage = () => {
  const { t } = useTranslation('system/params');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { modal } = App.useApp();
  const queries = useQueryClient();
  const changeable = useShownParams()?.changes_global ?? false;
  const mayUpdate = useMay()(update) && changeable;
  const list = useList(listCall.input);
  const { data, error, refetch } = useQuery({
    queryKey: [listCall.path, list.query],
    queryFn: () => send(listCall, list.query),
  });
  const rows = data?.rows;
  const opened = rows?.find((row) => row.id === list.open.id);
  const edited = useKept(rows, list.open.edit);

  const nameOf = (row: Param): string => paramSeed(row.param_name).title[lang];
  const words = (row: Param, text: string): string =>
    valueWords(paramSeed(row.param_name), text, lang, { on: t('on'), off: t('off') }) || t('empty');
  const changed = async (said_: string): Promise<void> => {
    said(said_);
    await queries.invalidateQueries({ queryKey: [listCall.path] });
  };
  const askReset = (row: Param): void => {
    modal.confirm({
      title: t('resetTitle', { name: nameOf(row) }),
      content: t('resetText', { value: words(row, row.default_text) }),
      okText: t('reset'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(reset, { param_names: [row.param_name] });
        await changed(t('resetDone'));
      },
    });
  };
  const columns: Column<Param>[] = [
    { title: t('name'), dataIndex: 'param_name', width: 260, ellipsis: true, render: (_, row) => nameOf(row) },
    {
      title: t('value'),
      dataIndex: 'param_text',
      width: 220,
      ellipsis: true,
      render: (_, row) => (row.changed ? <b>{words(row, row.param_text)}</b> : words(row, row.param_text)),
    },
    {
      title: t('state'),
      dataIndex: 'changed',
      width: 110,
      render: (_, row) => (
        <span className="param-state" data-changed={row.changed}>
          {t(row.changed ? 'changed' : 'unchanged')}
        </span>
      ),
    },
    { title: t('standard'), dataIndex: 'default_text', width: 180, render: (_, row) => words(row, row.default_text) },
    { title: t('remark'), dataIndex: 'remark', width: 200, ellipsis: true },
    { title: t('changedBy'), dataIndex: 'changed_by', width: 140, ellipsis: true },
    {
      title: t('changedAt'),
      dataIndex: 'change_time',
      width: 170,
      render: (_, row) => row.change_time && clockTime(row.change_time),
    },
  ];
  const table = useTable(listCall, columns);
  return (
    <ListFrame
      list={list}
      header={
        <PageHeader
          count={data && ui('total', { count: data.total })}
          actions={
            <ExportButton
              of={exportCall}
              columns={table.shown}
              words={{ param_name: Object.fromEntries((rows ?? []).map((row) => [row.param_name, nameOf(row)])) }}
            />
          }
        />
      }
      filters={
        <>
          <SearchBox placeholder={t('search')} />
          <FilterChip
            name="group"
            label={t('group')}
            options={Object.entries(paramGroups).map(([value, label]) => ({ value, label: label[lang] }))}
          />
          <FilterChip
            name="changed"
            label={t('state')}
            options={[
              { value: true, label: t('changed') },
              { value: false, label: t('unchanged') },
            ]}
          />
        </>
      }
      tools={<ColumnsButton setup={table} />}
      panel={
        list.open.id !== null && (
          <RecordPanel
            title={opened ? nameOf(opened) : ''}
            ids={rows?.map((row) => row.id) ?? []}
            loading={!rows}
            failure={rows && !opened ? new Error(ui('missingRecord')) : null}
            footer={
              opened &&
              mayUpdate && (
                <>
                  <Button type="primary" onClick={() => list.show({ edit: opened.id })}>
                    {ui('edit')}
                  </Button>
                  {opened.changed && <Button onClick={() => askReset(opened)}>{t('reset')}…</Button>}
                </>
              )
            }
          >
            {opened && <ParamDetail row={opened} words={words} changeable={changeable} />}
          </RecordPanel>
        )
      }
    >
      <DataTable<Param>
        rows={rows}
        failure={error}
        retry={() => void refetch()}
        empty={{ title: t('emptyTitle'), text: t('emptyText') }}
        columns={table}
        card={(row) => (
          <div className="param-card">
            <b>{nameOf(row)}</b>
            <span>{words(row, row.param_text)}</span>
            <span className="param-state" data-changed={row.changed}>
              {t(row.changed ? 'changed' : 'unchanged')}
            </span>
          </div>
        )}
      />
      {edited && mayUpdate && (
        <ParamForm
          row={edited}
          close={() => list.show({ edit: null })}
          latest={async () => {
            const { rows: now } = await send(listCall, {}, { quiet: true });
            return now.find((row) => row.id === edited.id) ?? edited;
          }}
          save={async (values) => {
            await send(update, { ...values, param_name: edited.param_name });
            list.show({ edit: null });
            await changed(ui('modified'));
          }}
        />
      )}
    </ListFrame>
  );
};

const ParamDetail = ({
  row,
  words,
  changeable,
}: {
  row: Param;
  words: (row: Param, text: string) => string;
  changeable: boolean;
}) => {
  const { t } = useTranslation('system/params');
  const lang = useSettings((s) => s.lang);
  return (
    <>
      <p>{paramSeed(row.param_name).description[lang]}</p>
      <Alert type="info" showIcon title={t(changeable ? 'soon' : 'notRoot')} className="param-note" />
      <dl className="facts">
        <dt>{t('value')}</dt>
        <dd>
          <b>{words(row, row.param_text)}</b>
        </dd>
        <dt>{t('standard')}</dt>
        <dd>{words(row, row.default_text)}</dd>
        <dt>{t('group')}</dt>
        <dd>{paramGroups[paramSeed(row.param_name).group][lang]}</dd>
        <dt>{t('code')}</dt>
        <dd className="mono">{row.param_name}</dd>
        {row.remark && (
          <>
            <dt>{t('remark')}</dt>
            <dd>{row.remark}</dd>
          </>
        )}
        {row.change_time && (
          <>
            <dt>{t('changedBy')}</dt>
            <dd>{row.changed_by}</dd>
            <dt>{t('changedAt')}</dt>
            <dd>{clockTime(row.change_time)}</dd>
          </>
        )}
      </dl>
    </>
  );
};
