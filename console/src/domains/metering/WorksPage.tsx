import { meteringCalls } from '@plomb/contract/metering/domain';
import { workStates } from '@plomb/contract/metering/workSteps';
import type { MeterWork } from '@plomb/contract/metering/works';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { later } from '../../ui/later.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { At } from '../../ui/table/At.tsx';
import { Two } from '../../ui/table/Two.tsx';
import { MeterLink, Shots, ToMeter } from './signs.tsx';
import { useNext } from './useNext.ts';

const WorkSteps = later(async () => (await import('./workForms.tsx')).WorkSteps);

/** Repairs, from the reason to the seal that closes them. */
export const WorksPage = () => {
  const { t } = useTranslation('metering');
  const states = useDictionary('work_state');
  return (
    <RecordsPage
      of={meteringCalls.meterWorks}
      columns={[
        { title: t('work.number'), dataIndex: 'number', identity: true, width: 92, className: 'mono' },
        {
          title: t('work.state'),
          dataIndex: 'state',
          width: 200,
          render: (value: string) => <DictTag code="work_state" value={value} />,
        },
        {
          title: t('inspection.meter'),
          dataIndex: 'meter_name',
          width: 118,
          render: (_, one) => (
            <Two upper={<MeterLink id={one.meter_id}>{one.meter_name}</MeterLink>} lower={one.station} />
          ),
          file: [
            { field: 'meter_name', title: t('inspection.meter') },
            { field: 'station', title: t('station') },
          ],
        },
        { title: t('work.reason'), dataIndex: 'reason', width: 122, ellipsis: true },
        { title: t('work.assignee'), dataIndex: 'assignee', width: 114, ellipsis: true },
        {
          title: t('work.openTime'),
          dataIndex: 'open_time',
          width: 110,
          render: (time: string) => <At of={time} />,
        },
        {
          title: t('work.work'),
          dataIndex: 'work',
          width: 140,
          render: (_, one) => one.work && <Two upper={one.work} lower={one.parts} />,
          file: [
            { field: 'work', title: t('work.work') },
            { field: 'parts', title: t('work.parts') },
          ],
        },
        {
          title: t('work.repairer'),
          dataIndex: 'repairer',
          width: 150,
          render: (_, one) => one.repairer && <Two upper={one.repairer} lower={clockTime(one.repair_time)} />,
          file: [
            { field: 'repairer', title: t('work.repairer') },
            { field: 'repair_time', title: t('work.repairTime') },
          ],
        },
        {
          title: t('work.signer'),
          dataIndex: 'signer',
          width: 150,
          render: (_, one) => one.signer && <Two upper={one.signer} lower={clockTime(one.sign_time)} />,
          file: [
            { field: 'signer', title: t('work.signer') },
            { field: 'sign_time', title: t('work.signTime') },
          ],
        },
        { title: t('work.closeTime'), dataIndex: 'close_time', width: 168, render: clockTime, optional: true },
        { title: t('work.opener'), dataIndex: 'opener', width: 130, ellipsis: true, optional: true },
        { title: t('organisation'), dataIndex: 'org_name', width: 160, ellipsis: true, optional: true },
      ]}
      name={(one, id) => (one ? `${one.number} · ${one.meter_name}` : `#${id}`)}
      count={() => t('work.what')}
      every={15_000}
      search={t('work.search')}
      filters={
        <FilterChip
          several
          name="state"
          label={t('work.state')}
          options={workStates.map((value) => ({ value, label: states.word(value) }))}
        />
      }
      isFileWhole
      words={{ state: states.words }}
      detail={(one) => <Detail of={one} />}
      footer={(one) => (
        <>
          <WorkSteps work={one} />
          <ToMeter id={one.meter_id} />
        </>
      )}
      empty={{ title: t('work.emptyTitle'), text: t('work.emptyText') }}
    />
  );
};

const Detail = ({ of: one }: { of: MeterWork }) => {
  const { t } = useTranslation('metering');
  const next = useNext()(one);
  const by = (name: string, time: string | null) => time && `${name} · ${clockTime(time)}`;
  // what failed has to pass, whatever was said to be needed
  const waits = one.failed ? 'work.verifyFailed' : one.verify_needed && 'work.verifyWaits';
  const verification = one.verified ? 'work.verifiedSince' : waits;
  return (
    <>
      {next && <Alert className="meter-note" type="info" showIcon title={next} />}
      <Facts>
        <Fact name={t('work.state')}>
          <DictTag code="work_state" value={one.state} />
        </Fact>
        <Fact name={t('inspection.meter')}>
          <Link className="meter-link" to={`/meter/${one.meter_id}`}>
            {one.meter_name}
          </Link>{' '}
          <DictTag code="meter_state" value={one.meter_state} />
        </Fact>
        <Fact name={t('station')}>{one.station}</Fact>
        <Fact name={t('work.reason')}>{one.reason}</Fact>
        <Fact name={t('work.opener')}>{by(one.opener, one.open_time)}</Fact>
        <Fact name={t('work.assignee')}>{one.assignee || t('meter.nobody')}</Fact>
        <Fact name={t('work.seals')}>{t('work.sealsMoved', { off: one.off, on: one.on })}</Fact>
        <Fact name={t('work.work')} ifAny>
          {one.work}
        </Fact>
        <Fact name={t('work.parts')} ifAny>
          {one.parts}
        </Fact>
        <Fact name={t('work.repairer')} ifAny>
          {by(one.repairer, one.repair_time)}
        </Fact>
        {one.repair_time && (
          <Fact name={t('work.verifyNeeded')}>
            {[t(one.verify_needed ? 'work.verifyYes' : 'work.verifyNo'), verification && t(verification)]
              .filter(Boolean)
              .join(' · ')}
          </Fact>
        )}
        <Fact name={t('work.signer')} ifAny>
          {by(one.signer, one.sign_time)}
        </Fact>
        <Fact name={t('work.closeTime')} ifAny>
          {clockTime(one.close_time)}
        </Fact>
        <Fact name={t('work.cancelled')} ifAny>
          {one.canceller && `${one.canceller} · ${one.cancel_reason}`}
        </Fact>
        <Fact name={t('organisation')}>{one.org_name}</Fact>
      </Facts>
      <Shots photos={one.photos} />
    </>
  );
};
