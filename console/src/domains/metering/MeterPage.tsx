import { meteringCalls } from '@plomb/contract/metering/domain';
import type { Meter } from '@plomb/contract/metering/meters';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureWords, isNoLongerSeen } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { Crumbs } from '../../ui/Crumbs.tsx';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { later } from '../../ui/later.tsx';
import { Blank } from '../../ui/list/Blank.tsx';
import { Freshness } from '../../ui/list/Freshness.tsx';
import { usePage, useTabTitle } from '../../ui/page.ts';
import { SecondaryActions } from '../../ui/SecondaryActions.tsx';
import { sameRecord } from '../../ui/sameRecord.ts';
import { MeterHistory, useHistory } from './MeterHistory.tsx';
import { MeterPoints } from './MeterPoints.tsx';
import { MeterSide, useRepair } from './MeterSide.tsx';
import '../../ui/list/list.css';
import '../../ui/page.css';
import './metering.css';

const { meters, meterInspections, meterWorks } = meteringCalls;
const InspectionForm = later(async () => (await import('./forms.tsx')).InspectionForm);
const VerifyForm = later(async () => (await import('./forms.tsx')).VerifyForm);
const WorkForm = later(async () => (await import('./forms.tsx')).WorkForm);
const ScrapForm = later(async () => (await import('./forms.tsx')).ScrapForm);

/** One meter: its seals point by point, all that ever was with it, and what it waits for. */
export const MeterPage = () => {
  const { t } = useTranslation('metering');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { path, active } = usePage();
  const id = Number(path.split('/').at(-1));
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: [meters.detail.path, id, 'page'],
    queryFn: () => send(meters.detail, { id }, { quiet: true }),
    refetchInterval: active ? 15_000 : false,
    retry: false,
    placeholderData: sameRecord(id),
  });
  useTabTitle(data ? { zh: data.meter_name, en: data.meter_name } : null);
  if (data && !isNoLongerSeen(error)) return <Whole meter={data} at={dataUpdatedAt} fetching={isFetching} />;
  return (
    <div className="meter-page">
      <Crumbs />
      {error ? (
        <Blank kind="failed" title={t('page.missing')} text={failureWords(error, lang)}>
          <Button type="primary" onClick={() => void refetch()}>
            {ui('retry')}
          </Button>
          <Link to="/meter">{t('page.toList')}</Link>
        </Blank>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </div>
  );
};

const Whole = ({ meter, at, fetching }: { meter: Meter; at: number; fetching: boolean }) => {
  const queries = useQueryClient();
  const history = useHistory(meter.id);
  const repair = useRepair(meter);
  // a part that never came says so itself
  const oldest = Math.min(...[at, history.at, repair.at].filter((one) => one > 0));
  const refresh = (): void =>
    void queries.refetchQueries({
      type: 'active',
      predicate: ({ queryKey: [path] }) => String(path).startsWith('/meter'),
    });
  return (
    <div className="meter-page">
      <Crumbs here={meter.meter_name} />
      <Head meter={meter} fresh={<Freshness at={oldest} fetching={fetching} refresh={refresh} />} />
      <Strip meter={meter} />
      <div className="meter-columns">
        <MeterPoints meter={meter} />
        <MeterHistory of={history} />
        <MeterSide meter={meter} repair={repair} />
      </div>
    </div>
  );
};

/** `fresh`: as of when all of it is */
const Head = ({ meter, fresh }: { meter: Meter; fresh: ReactNode }) => {
  const { t } = useTranslation('metering');
  const may = useMay();
  const [open, turn] = useState<'inspect' | 'verify' | 'repair' | 'scrap' | null>(null);
  const close = (): void => turn(null);
  const isThere = meter.state !== 'scrapped';
  const rarer = [
    { key: 'scrap', may: may(meters.scrap), label: t('page.scrap') },
    { key: 'verify', may: may(meters.verify), label: t('page.verify') },
    { key: 'repair', may: meter.work_id === null && may(meterWorks.add), label: t('page.openWork') },
  ] as const;
  return (
    <header className="meter-head">
      <h1>{meter.meter_name}</h1>
      <p>{[meter.station, meter.org_name, meter.customer].filter(Boolean).join(' · ')}</p>
      <div className="page-actions">
        {fresh}
        <SecondaryActions
          actions={rarer.flatMap(({ key, label, may }) =>
            isThere && may ? [{ key, label, run: () => turn(key) }] : [],
          )}
        />
        {isThere && may(meterInspections.add) && (
          <Button type="primary" onClick={() => turn('inspect')}>
            {t('page.inspect')}
          </Button>
        )}
      </div>
      {open === 'inspect' && <InspectionForm meter={meter} close={close} />}
      {open === 'verify' && <VerifyForm meter={meter} close={close} />}
      {open === 'repair' && <WorkForm meter={meter} close={close} />}
      {open === 'scrap' && <ScrapForm meter={meter} close={close} />}
    </header>
  );
};

const Strip = ({ meter }: { meter: Meter }) => {
  const { t } = useTranslation('metering');
  return (
    <dl className="meter-strip">
      <div>
        <dt>{t('type.name')}</dt>
        <dd>{meter.type_name}</dd>
      </div>
      <div>
        <dt>{t('meter.factory')}</dt>
        <dd className="mono">{meter.factory_number}</dd>
      </div>
      <div>
        <dt>{t('station')}</dt>
        <dd>{[meter.station, meter.place].filter(Boolean).join(' · ')}</dd>
      </div>
      <div>
        <dt>{t('meter.accuracy')}</dt>
        <dd>{meter.accuracy_class || '–'}</dd>
      </div>
      <div>
        <dt>{t('meter.state')}</dt>
        <dd>
          <DictTag code="meter_state" value={meter.state} />
          {meter.stopped && <WordTag colour="red">{t('meter.stopped')}</WordTag>}
        </dd>
      </div>
      <div>
        <dt>{t('meter.exceptions')}</dt>
        <dd className={meter.exceptions > 0 ? 'meter-wrong' : undefined}>
          {meter.exceptions > 0 ? (
            <Link to={`/meterInspection?meter_id=${meter.id}&result=open`}>{meter.exceptions}</Link>
          ) : (
            0
          )}
        </dd>
      </div>
    </dl>
  );
};
