import { PlusOutlined, PrinterOutlined } from '@ant-design/icons';
import { sealCalls } from '@plomb/contract/seals/domain';
import type { SealMedium } from '@plomb/contract/seals/number';
import { sealStates } from '@plomb/contract/seals/sealSteps';
import type { Seal } from '@plomb/contract/seals/seals';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { At } from '../../ui/table/At.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Two } from '../../ui/table/Two.tsx';
import { sealsBy } from './media.ts';
import { isNarrowed } from './narrowed.ts';
import { SealDetail } from './SealDetail.tsx';
import { SealForm } from './SealForm.tsx';
import { SeriesTable } from './SeriesTable.tsx';
import { SealSign } from './signs.tsx';

const { labels } = sealCalls;

/** The seals of a medium: their series with the balance of each, then one by one. */
export const Seals = ({ medium }: { medium: SealMedium }) => {
  const { t } = useTranslation('seals');
  const of = sealsBy[medium];
  const may = useMay();
  const states = useDictionary('seal_state');
  const classes = useDictionary('iso_class');
  const locks = useDictionary('rfid_state');
  const [address, setAddress] = useSearchParams();
  const set = (name: string, value: string | null): void =>
    setAddress((now) => {
      const next = new URLSearchParams(now);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  const yesNo = { true: t('yes'), false: t('no') };
  return (
    <>
      <RecordsPage
        of={of}
        columns={useColumns(medium)}
        name={(seal, id) => seal?.number ?? `#${id}`}
        count={() => t(`what.${medium}`)}
        every={15_000}
        search={t('search')}
        notice={
          <SeriesTable
            of={of}
            chosen={Number(address.get('series_id')) || null}
            choose={(id) => set('series_id', id === null ? null : String(id))}
            isNarrower={isNarrowed(of.list, address, ['series_id'])}
          />
        }
        actions={
          <>
            {medium === 'qr' && may(labels.list) && (
              <Link to={address.get('series_id') ? `/sealLabel?series_id=${address.get('series_id')}` : '/sealLabel'}>
                <Button icon={<PrinterOutlined />} tabIndex={-1}>
                  {t('labels.print')}
                </Button>
              </Link>
            )}
            {may(of.add) && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => set('open', 'add')}>
                {t(`add.${medium}`)}
              </Button>
            )}
          </>
        }
        filters={
          <>
            <FilterChip
              several
              name="state"
              label={t('state')}
              options={sealStates.map((value) => ({ value, label: states.word(value) }))}
            />
            <FilterChip name="abnormal" label={t('abnormal')} options={[{ value: true as never, label: t('yes') }]} />
          </>
        }
        isFileWhole
        words={{
          state: states.words,
          rfid_state: locks.words,
          iso_class: classes.words,
          reusable: yesNo,
          abnormal: yesNo,
        }}
        detail={(seal) => <SealDetail medium={medium} seal={seal} />}
        empty={{ title: t('emptyTitle'), text: t(`empty.${medium}`) }}
      />
      {address.get('open') === 'add' && may(of.add) && <SealForm medium={medium} close={() => set('open', null)} />}
    </>
  );
};

const moment = (time: string | null) => time && <At of={time} />;

const useColumns = (medium: SealMedium): Column<Seal>[] => {
  const { t } = useTranslation('seals');
  return [
    { title: t('number'), dataIndex: 'number', identity: true, width: 180, ellipsis: true, className: 'mono' },
    {
      title: t('state'),
      dataIndex: 'state',
      width: 178,
      render: (_, seal) => <SealSign of={seal} />,
      file: [
        { field: 'state', title: t('state') },
        { field: 'abnormal', title: t('abnormal') },
      ],
    },
    // sealed by its life, which says nothing of its lock
    ...(medium === 'rfid'
      ? [
          {
            title: t('rfidTask.lock'),
            dataIndex: 'rfid_state' as const,
            width: 120,
            render: (value: string | null) => (value ? <DictTag code="rfid_state" value={value} /> : '–'),
          },
        ]
      : []),
    {
      title: t('object'),
      dataIndex: 'object',
      width: 180,
      ellipsis: true,
      render: (object: string, { state }) => (object && state !== 'sealed' ? t('field.was', { object }) : object),
    },
    { title: t('holder'), dataIndex: 'holder_name', width: 130, ellipsis: true },
    { title: t('sealedAt'), dataIndex: 'seal_time', width: 118, render: moment },
    { title: t('last'), dataIndex: 'last_time', width: 118, render: moment },
    {
      title: t('kind.title'),
      dataIndex: 'kind_name',
      width: 168,
      render: (_, { kind_name, org_name }) => <Two upper={kind_name} lower={org_name} />,
      file: [
        { field: 'kind_name', title: t('kind.title') },
        { field: 'org_name', title: t('organisation') },
      ],
    },
    { title: t('created'), dataIndex: 'create_time', width: 168, render: clockTime, optional: true },
  ];
};
