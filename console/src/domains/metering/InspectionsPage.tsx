import { meteringCalls } from '@plomb/contract/metering/domain';
import { inspectionResults, type MeterInspection } from '@plomb/contract/metering/inspections';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { later } from '../../ui/later.tsx';
import { BroughtChip } from '../../ui/list/BroughtChip.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { At } from '../../ui/table/At.tsx';
import { Two } from '../../ui/table/Two.tsx';
import { MeterLink, Shots, ToMeter } from './signs.tsx';

const { meterInspections, meterWorks } = meteringCalls;
const SettleForm = later(async () => (await import('./forms.tsx')).SettleForm);
const WorkForm = later(async () => (await import('./forms.tsx')).WorkForm);

/** Who looked at which meter, and what was found: newest first. */
export const InspectionsPage = () => {
  const { t } = useTranslation('metering');
  const results = useDictionary('inspection_result');
  const appearances = useDictionary('meter_appearance');
  const { data } = useQuery({
    queryKey: [meterInspections.exceptions.path],
    queryFn: () => send(meterInspections.exceptions, {}, { quiet: true }),
  });
  const intact = ({ looks }: Pick<MeterInspection, 'looks'>): string =>
    t('inspection.intactOf', { intact: looks.filter(({ look }) => look === 'intact').length, count: looks.length });
  return (
    <RecordsPage
      of={meterInspections}
      columns={[
        { title: t('inspection.at'), dataIndex: 'at', width: 110, render: (at: string) => <At of={at} /> },
        {
          title: t('inspection.meter'),
          dataIndex: 'meter_name',
          identity: true,
          width: 140,
          render: (_, { meter_id, meter_name, station }) => (
            <Two upper={<MeterLink id={meter_id}>{meter_name}</MeterLink>} lower={station} />
          ),
          file: [
            { field: 'meter_name', title: t('inspection.meter') },
            { field: 'station', title: t('station') },
          ],
        },
        {
          title: `${t('inspection.result')} · ${t('inspection.exception')}`,
          dataIndex: 'result',
          width: 170,
          render: (_, { result, exception_name }) => (
            <Two upper={<DictTag code="inspection_result" value={result} />} lower={exception_name} />
          ),
          file: [
            { field: 'result', title: t('inspection.result') },
            { field: 'exception_name', title: t('inspection.exception') },
          ],
        },
        { title: t('inspection.looks'), key: 'intact', width: 150, render: (_, one) => intact(one) },
        {
          title: t('inspection.appearance'),
          dataIndex: 'appearance',
          width: 110,
          render: (value: string) => <DictTag code="meter_appearance" value={value} />,
        },
        { title: t('inspection.reading'), dataIndex: 'reading', width: 90, ellipsis: true, className: 'mono' },
        {
          title: `${t('inspection.by')} · ${t('inspection.countersigned')}`,
          dataIndex: 'oper_name',
          width: 170,
          render: (_, { oper_name, countersigned }) => <Two upper={oper_name} lower={countersigned} />,
          file: [
            { field: 'oper_name', title: t('inspection.by') },
            { field: 'countersigned', title: t('inspection.countersigned') },
          ],
        },
        {
          title: `${t('inspection.note')} · ${t('inspection.settlement')}`,
          dataIndex: 'note',
          width: 235,
          render: (_, { note, settlement }) => (note || settlement) && <Two upper={note} lower={settlement} />,
          file: [
            { field: 'note', title: t('inspection.note') },
            { field: 'settlement', title: t('inspection.settlement') },
          ],
        },
        { title: t('inspection.told'), dataIndex: 'create_time', width: 168, render: clockTime, optional: true },
        { title: t('organisation'), dataIndex: 'org_name', width: 160, ellipsis: true, optional: true },
      ]}
      name={(one, id) => (one ? `${one.meter_name} · ${clockTime(one.at)}` : `#${id}`)}
      count={() => t('inspection.what')}
      every={15_000}
      search={t('inspection.search')}
      filters={(rows) => (
        <>
          <BroughtChip
            name="meter_id"
            label={t('inspection.meter')}
            word={(id: number) => rows?.find(({ meter_id }) => meter_id === id)?.meter_name}
          />
          <FilterChip
            name="result"
            label={t('inspection.result')}
            options={inspectionResults.map((value) => ({ value, label: results.word(value) }))}
          />
          <FilterChip
            name="exception_type_id"
            label={t('inspection.exception')}
            options={(data?.rows ?? []).map(({ id, exception_name }) => ({ value: id, label: exception_name }))}
          />
          <TimeRange label={t('inspection.days')} />
        </>
      )}
      isFileWhole
      words={{ result: results.words, appearance: appearances.words }}
      detail={(one) => <Detail of={one} />}
      footer={(one) => <Footer of={one} />}
      empty={{ title: t('inspection.emptyTitle'), text: t('inspection.emptyText') }}
    />
  );
};

const Detail = ({ of: one }: { of: MeterInspection }) => {
  const { t } = useTranslation('metering');
  return (
    <>
      <Facts>
        <Fact name={t('inspection.result')}>
          <DictTag code="inspection_result" value={one.result} />
        </Fact>
        <Fact name={t('inspection.exception')} ifAny>
          {one.exception_name}
        </Fact>
        <Fact name={t('inspection.looks')}>
          <ul className="meter-looks">
            {one.looks.map(({ point_id, nth, point_name, number, look }) => (
              <li key={point_id}>
                <span>{`${nth} · ${point_name}`}</span>
                <span className="mono">{number || t('page.noSeal')}</span>
                <DictTag code="seal_look" value={look} />
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={t('inspection.appearance')}>
          <DictTag code="meter_appearance" value={one.appearance} />
        </Fact>
        <Fact name={t('inspection.reading')} mono ifAny>
          {one.reading}
        </Fact>
        <Fact name={t('inspection.note')} ifAny>
          {one.note}
        </Fact>
        <Fact name={t('inspection.by')}>{one.oper_name}</Fact>
        <Fact name={t('inspection.countersigned')} ifAny>
          {one.countersigned}
        </Fact>
        <Fact name={t('inspection.at')}>{clockTime(one.at)}</Fact>
        <Fact name={t('inspection.told')}>
          {clockTime(one.create_time)}
          {one.late && ` · ${t('inspection.late')}`}
        </Fact>
        <Fact name={t('station')}>
          {one.station}
          {one.lat !== null && one.lon !== null && (
            <p>
              <PlaceWords lon={one.lon} lat={one.lat} />
            </p>
          )}
        </Fact>
        {one.settle_time && (
          <Fact name={t('inspection.settlement')}>
            {one.settlement}
            <p>{`${one.settler} · ${clockTime(one.settle_time)}`}</p>
          </Fact>
        )}
        <Fact name={t('organisation')}>{one.org_name}</Fact>
      </Facts>
      <Shots photos={one.photos} />
    </>
  );
};

const Footer = ({ of: one }: { of: MeterInspection }) => {
  const { t } = useTranslation('metering');
  const may = useMay();
  const [open, turn] = useState<'settle' | 'repair' | null>(null);
  const close = (): void => turn(null);
  return (
    <>
      {one.result === 'open' && may(meterInspections.settle) && (
        <Button type="primary" onClick={() => turn('settle')}>
          {t('inspection.settle')}
        </Button>
      )}
      {one.result === 'open' && may(meterWorks.add) && (
        <Button onClick={() => turn('repair')}>{t('inspection.repair')}</Button>
      )}
      <ToMeter id={one.meter_id} />
      {open === 'settle' && <SettleForm id={one.id} name={one.meter_name} close={close} />}
      {open === 'repair' && (
        <WorkForm
          meter={{ id: one.meter_id, meter_name: one.meter_name }}
          inspection={one.id}
          reason={one.exception_name}
          close={close}
        />
      )}
    </>
  );
};
