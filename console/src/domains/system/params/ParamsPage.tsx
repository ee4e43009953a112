import { paramGroups } from '@plomb/contract/kit/param';
import { type Param, paramSeed, paramSeeds, params } from '@plomb/contract/params';
import { Alert, App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useMay } from '../../../platform/may.ts';
import { useShownParams } from '../../../platform/params.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { useChanged } from '../../../ui/list/useResource.ts';
import { ResourcePage } from '../../../ui/ResourcePage.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { ParamFields, textOf, toForm } from './ParamForm.tsx';
import { useParamWords } from './paramWords.ts';
import './params.css';

const of = params;

/** Settings that act at once: what each is, what it was by default, and who changed it. */
export const ParamsPage = () => {
  const { t } = useTranslation('system/params');
  const lang = useSettings((s) => s.lang);
  const isChangeable = useShownParams()?.changes_global ?? false;
  const nameOf = ({ param_name }: Pick<Param, 'param_name'>): string => paramSeed(param_name).title[lang];
  return (
    <ResourcePage
      of={of}
      columns={useColumns()}
      name={nameOf}
      search={t('search')}
      filters={
        <>
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
      words={{
        param_name: Object.fromEntries(Object.entries(paramSeeds).map(([name, { title }]) => [name, title[lang]])),
      }}
      detail={(row) => <ParamDetail row={row} isChangeable={isChangeable} />}
      footer={(row) => isChangeable && row.changed && <Reset row={row} name={nameOf(row)} />}
      form={(row) => row && <ParamFields name={row.param_name} />}
      toForm={toForm}
      prepare={(values) => ({ ...values, param_text: textOf(values.param_text), remark: values.remark ?? '' })}
      allows={() => isChangeable}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      card={(row) => <ParamCard row={row} name={nameOf(row)} />}
    />
  );
};

const Changed = ({ row }: { row: Param }) => {
  const { t } = useTranslation('system/params');
  return (
    <span className="param-state" data-changed={row.changed}>
      {t(row.changed ? 'changed' : 'unchanged')}
    </span>
  );
};

const useColumns = (): Column<Param>[] => {
  const { t } = useTranslation('system/params');
  const lang = useSettings((s) => s.lang);
  const words = useParamWords();
  return [
    {
      title: t('name'),
      dataIndex: 'param_name',
      width: 300,
      render: (_, row) => paramSeed(row.param_name).title[lang],
    },
    {
      title: t('value'),
      dataIndex: 'param_text',
      width: 175,
      ellipsis: true,
      render: (_, row) => (row.changed ? <b>{words(row, row.param_text)}</b> : words(row, row.param_text)),
    },
    { title: t('state'), dataIndex: 'changed', width: 90, render: (_, row) => <Changed row={row} /> },
    {
      title: t('standard'),
      dataIndex: 'default_text',
      width: 160,
      ellipsis: true,
      render: (_, row) => words(row, row.default_text),
    },
    { title: t('remark'), dataIndex: 'remark', width: 125, ellipsis: true },
    { title: t('changedBy'), dataIndex: 'changed_by', width: 120, ellipsis: true },
    {
      title: t('changedAt'),
      dataIndex: 'change_time',
      width: 170,
      render: (_, row) => row.change_time && clockTime(row.change_time),
    },
  ];
};

const ParamCard = ({ row, name }: { row: Param; name: string }) => {
  const words = useParamWords();
  return (
    <div className="param-card">
      <b>{name}</b>
      <span>{words(row, row.param_text)}</span>
      <Changed row={row} />
    </div>
  );
};

/** Back to the default, after asking. */
const Reset = ({ row, name }: { row: Param; name: string }) => {
  const { t } = useTranslation('system/params');
  const { modal } = App.useApp();
  const words = useParamWords();
  const changed = useChanged(of);
  const may = useMay();
  const ask = (): void => {
    modal.confirm({
      title: t('resetTitle', { name }),
      content: t('resetText', { value: words(row, row.default_text) }),
      okText: t('reset'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(of.reset, { param_names: [row.param_name] });
        await changed(t('resetDone'));
      },
    });
  };
  return may(of.reset) && <Button onClick={ask}>{t('reset')}…</Button>;
};

const ParamDetail = ({ row, isChangeable }: { row: Param; isChangeable: boolean }) => {
  const { t } = useTranslation('system/params');
  const words = useParamWords();
  const lang = useSettings((s) => s.lang);
  return (
    <>
      <p>{paramSeed(row.param_name).description[lang]}</p>
      <Alert type="info" showIcon title={t(isChangeable ? 'soon' : 'notRoot')} className="param-note" />
      <Facts>
        <Fact name={t('value')}>
          <b>{words(row, row.param_text)}</b>
        </Fact>
        <Fact name={t('standard')}>{words(row, row.default_text)}</Fact>
        <Fact name={t('group')}>{paramGroups[paramSeed(row.param_name).group][lang]}</Fact>
        <Fact name={t('code')} mono>
          {row.param_name}
        </Fact>
        {row.remark && <Fact name={t('remark')}>{row.remark}</Fact>}
        {row.change_time && (
          <>
            <Fact name={t('changedBy')}>{row.changed_by}</Fact>
            <Fact name={t('changedAt')}>{clockTime(row.change_time)}</Fact>
          </>
        )}
      </Facts>
    </>
  );
};
