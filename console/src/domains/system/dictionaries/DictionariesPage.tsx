import { LockOutlined } from '@ant-design/icons';
import { DictOrigin } from '@plomb/contract/system/dictionaries/dictionaries';
import { systemCalls } from '@plomb/contract/system/domain';
import { Alert, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useShownParams } from '../../../platform/params.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../../ui/ResourcePage.tsx';
import { DictionaryItems } from './DictionaryItems.tsx';
import type { Dictionary } from './dictionary.ts';
import { WordFields } from './WordFields.tsx';
import './dictionaries.css';

/** Every dictionary; the items of the opened one stand beside the list. */
export const DictionariesPage = () => {
  const { t } = useTranslation('system/dictionaries');
  const lang = useSettings((s) => s.lang);
  const changeable = useShownParams()?.changes_global ?? false;
  const origins = Object.fromEntries(DictOrigin.options.map((o) => [o, t(`origins.${o}`)]));
  return (
    <ResourcePage
      of={systemCalls.dictionaries}
      noun={t('noun')}
      columns={[
        { title: t('code'), dataIndex: 'dict_code', sorter: true, width: 190, className: 'mono' },
        { title: t('name'), dataIndex: 'dict_text', width: 220, ellipsis: true, render: (_, d) => d.dict_text[lang] },
        { title: t('items'), dataIndex: 'items', width: 80, align: 'right' },
        {
          title: t('origin'),
          dataIndex: 'origin',
          sorter: true,
          width: 180,
          render: (_, d) => (
            <>
              {d.origin !== 'own' && <LockOutlined className="dict-lock" />} {t(`origins.${d.origin}`)}
            </>
          ),
        },
        { title: t('created'), dataIndex: 'create_time', sorter: true, width: 170, render: clockTime },
      ]}
      words={{ origin: origins }}
      name={(d) => d.dict_text[lang]}
      search={t('search')}
      filters={
        <FilterChip
          name="origin"
          label={t('origin')}
          options={DictOrigin.options.map((value) => ({ value, label: t(`origins.${value}`) }))}
        />
      }
      allows={(action, d) => changeable && (action !== 'delete' || d === undefined || d.origin === 'own')}
      detail={(d) => (
        <>
          {!changeable && <Alert type="info" showIcon title={t('why.notRoot')} />}
          {changeable && d.origin !== 'own' && (
            <Alert type="info" showIcon icon={<LockOutlined />} title={t(`why.${d.origin}`)} />
          )}
          <DictionaryItems dictionary={d} changeable={changeable} />
        </>
      )}
      form={<DictionaryFields />}
      blank={{}}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      consequence={(names) => t('consequence', { names })}
    />
  );
};

const DictionaryFields = () => {
  const { t } = useTranslation('system/dictionaries');
  // the record fills the form: a new dictionary has no origin yet
  const origin = Form.useWatch<Dictionary['origin'] | undefined>('origin', { preserve: true });
  return (
    <>
      <Field name="dict_code" label={t('code')} {...(origin && origin !== 'own' ? { extra: t('fixed') } : {})}>
        <Input disabled={origin !== undefined && origin !== 'own'} />
      </Field>
      <WordFields name="dict_text" />
    </>
  );
};
