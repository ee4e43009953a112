import { sealCalls } from '@plomb/contract/seals/domain';
import { isoClasses } from '@plomb/contract/seals/kinds';
import { Input, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';

/** What seals there are: class, maker, certificate, and whether they are good for once. */
export const SealKindsPage = () => {
  const { t } = useTranslation('seals');
  const classes = useDictionary('iso_class');
  const uses = [
    { value: false, label: t('kind.once') },
    { value: true, label: t('kind.again') },
  ];
  const usage = (reusable: boolean): string => t(reusable ? 'kind.again' : 'kind.once');
  return (
    <ResourcePage
      of={sealCalls.sealKinds}
      noun={t('kind.noun')}
      columns={[
        { title: t('kind.name'), dataIndex: 'kind_name', sorter: true, width: 220, ellipsis: true },
        {
          title: t('kind.class'),
          dataIndex: 'iso_class',
          width: 160,
          render: (value: string) => <DictTag code="iso_class" value={value} />,
        },
        { title: t('kind.use'), dataIndex: 'reusable', width: 130, render: usage },
        { title: t('kind.maker'), dataIndex: 'maker', width: 180, ellipsis: true },
        { title: t('kind.certificate'), dataIndex: 'certificate', width: 180, ellipsis: true },
        { title: t('kind.seals'), dataIndex: 'seals', width: 100, align: 'end' as const },
        { title: t('organisation'), dataIndex: 'org_name', width: 180, ellipsis: true },
        { title: t('created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
      ]}
      name={(kind) => kind.kind_name}
      search={t('kind.search')}
      filters={
        <>
          <FilterChip
            name="iso_class"
            label={t('kind.class')}
            options={isoClasses.map((value) => ({ value, label: classes.word(value) }))}
          />
          <FilterChip name="reusable" label={t('kind.use')} options={uses as never} />
        </>
      }
      words={{ iso_class: classes.words, reusable: { true: t('kind.again'), false: t('kind.once') } }}
      detail={(kind) => (
        <Facts>
          <Fact name={t('kind.class')}>
            <DictTag code="iso_class" value={kind.iso_class} />
          </Fact>
          <Fact name={t('kind.use')}>{usage(kind.reusable)}</Fact>
          <Fact name={t('kind.maker')}>{kind.maker}</Fact>
          <Fact name={t('kind.certificate')}>{kind.certificate}</Fact>
          <Fact name={t('kind.seals')}>{kind.seals}</Fact>
          <Fact name={t('organisation')}>{kind.org_name}</Fact>
          <Fact name={t('created')}>{clockTime(kind.create_time)}</Fact>
        </Facts>
      )}
      form={
        <>
          <Field name="kind_name" label={t('kind.name')}>
            <Input />
          </Field>
          <Field name="iso_class" label={t('kind.class')}>
            <Select options={isoClasses.map((value) => ({ value, label: classes.word(value) }))} />
          </Field>
          <Field name="reusable" label={t('kind.use')} extra={t('kind.useHint')}>
            <Radio.Group options={uses} />
          </Field>
          <Field name="maker" label={t('kind.maker')}>
            <Input />
          </Field>
          <Field name="certificate" label={t('kind.certificate')}>
            <Input />
          </Field>
        </>
      }
      blank={{ iso_class: 'none', reusable: false, maker: '', certificate: '' }}
      empty={{ title: t('kind.emptyTitle'), text: t('kind.emptyText') }}
    />
  );
};
