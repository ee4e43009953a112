import { batchStates } from '@plomb/contract/logistics/batchSteps';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { type BatchTab, batchTabs, type LogisticsBatch, tabOf } from '@plomb/contract/logistics/logisticsBatches';
import { verdicts } from '@plomb/contract/logistics/verdict';
import { useTranslation } from 'react-i18next';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSession } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, duration, useNow } from '../../platform/time.ts';
import { later } from '../../ui/later.tsx';
import { CountedTabs } from '../../ui/list/CountedTabs.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { useTheList } from '../../ui/list/useList.ts';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { FoundChip } from './FoundChip.tsx';
import { blankPlan, type PlanTyped, planToForm, prepared } from './planForm.ts';
import { SealNumbers } from './SealNumbers.tsx';
import { BatchSign, VerdictCell } from './signs.tsx';
import './logistics.css';

const BatchActions = later(async () => (await import('./BatchActions.tsx')).BatchActions);
const BatchDetail = later(async () => (await import('./BatchDetail.tsx')).BatchDetail);
const PlanForm = later(async () => (await import('./PlanForm.tsx')).PlanForm);

const { list, detail, add, update, owners, templates, counts, export: file } = logisticsCalls.logisticsBatches;
const batches = { list, detail, add, update, export: file };

const Tabs = () => {
  const { t } = useTranslation('logistics');
  const { query } = useTheList();
  return (
    <CountedTabs<BatchTab, typeof counts>
      label={t('tabs.label')}
      tabs={batchTabs}
      value={tabOf(query)}
      usual={tabOf({ ...query, tab: undefined })}
      word={(tab) => t(`tabs.${tab}`)}
      counts={counts}
      input={{}}
      count={(counted, tab) => `${counted[tab]}${tab === 'all' && counted.allIsAtLeast ? '+' : ''}`}
    />
  );
};

/** Batches under seal: what is on the road, what is late or abnormal, what waits to be sealed, what ended today. */
export const LogisticsBatchesPage = () => {
  const { t } = useTranslation('logistics');
  const states = useDictionary('transport_status');
  const causes = useDictionary('batch_cause');
  const judged = useDictionary('batch_verdict');
  const reasons = useDictionary('journey_reason');
  const me = useSession((s) => s.oper?.id);
  return (
    <ResourcePage
      of={batches}
      noun={t('batch.noun')}
      columns={[
        {
          title: t('journey.verdict'),
          dataIndex: 'verdict',
          width: 160,
          file: [
            { field: 'verdict', title: t('journey.verdict') },
            { field: 'why', title: t('verdict.why') },
          ],
          render: (_, row) => <VerdictCell of={row} />,
        },
        {
          title: t('batch.batch'),
          dataIndex: 'serial',
          identity: true,
          width: 170,
          file: [
            { field: 'serial', title: t('serial') },
            { field: 'plate', title: t('plate') },
            { field: 'carrier', title: t('batch.carrier') },
          ],
          render: (_, row) => (
            <span className="batch-two">
              <span className="mono batch-serial">{row.serial}</span>
              <small>
                {row.plate} · {row.carrier}
              </small>
            </span>
          ),
        },
        {
          title: t('batch.route'),
          dataIndex: 'start_address',
          width: 186,
          file: [
            { field: 'start_address', title: t('batch.start') },
            { field: 'end_address', title: t('batch.end') },
            { field: 'destination_address', title: t('batch.destination') },
          ],
          render: (_, row) => <RouteCell of={row} />,
        },
        {
          title: t('batch.next'),
          dataIndex: 'next_stop',
          width: 160,
          file: [{ field: 'next_stop', title: t('batch.nextStop') }],
          render: (_, row) => <NextCell of={row} />,
        },
        {
          title: t('batch.numbers'),
          dataIndex: 'positions',
          width: 172,
          render: (_, row) => <SealNumbers of={row.positions} />,
        },
        {
          title: t('batch.lock'),
          dataIndex: 'lock',
          width: 124,
          file: [{ field: 'lock', title: t('batch.itsLock') }],
          render: (_, row) => row.lock && <LockCell of={row.lock} />,
        },
        {
          title: t('batch.state'),
          dataIndex: 'state',
          width: 130,
          file: [
            { field: 'state', title: t('batch.state') },
            { field: 'late', title: t('late') },
            { field: 'abnormal_info', title: t('step.cause') },
          ],
          render: (_, row) => <BatchSign of={row} />,
        },
        { title: t('verdict.judged'), dataIndex: 'judged_time', width: 168, render: clockTime, optional: true },
        { title: t('batch.left'), dataIndex: 'transit_time', width: 168, render: clockTime, optional: true },
        { title: t('batch.ended'), dataIndex: 'end_time', width: 168, render: clockTime, optional: true },
        { title: t('batch.driver'), dataIndex: 'driver', width: 120, ellipsis: true, optional: true },
        { title: t('batch.owner'), dataIndex: 'owner_name', width: 130, ellipsis: true, optional: true },
        { title: t('template.field'), dataIndex: 'template_name', width: 180, ellipsis: true, optional: true },
        { title: t('organisation'), dataIndex: 'org_name', width: 160, ellipsis: true, optional: true },
      ]}
      name={(row) => `${row.serial} · ${row.plate}`}
      search={t('batch.search')}
      tabs={<Tabs />}
      filters={
        <>
          <FilterChip
            several
            name="verdict"
            label={t('journey.verdict')}
            options={verdicts.map((value) => ({ value, label: judged.word(value) }))}
          />
          <FilterChip
            several
            name="state"
            label={t('batch.state')}
            options={batchStates.map((value) => ({ value, label: states.word(value) }))}
          />
          <FoundChip
            name="owner_id"
            label={t('batch.owner')}
            of={owners}
            first={me === undefined ? [] : [{ value: me, label: t('batch.mine') }]}
          />
          <FoundChip name="template_id" label={t('template.field')} of={templates} />
        </>
      }
      words={{
        ...{ state: states.words, abnormal_info: causes.words, verdict: judged.words, why: reasons.words },
        late: { true: t('late'), false: '' },
      }}
      allows={(action, row) => action !== 'update' || !row || row.state === 'draft'}
      detail={(row) => <BatchDetail of={row} />}
      footer={(row) => <BatchActions of={row} />}
      form={(record) => <PlanForm record={record} />}
      blank={blankPlan()}
      toForm={planToForm}
      prepare={(typed) => prepared(typed as unknown as PlanTyped)}
      empty={{ title: t('batch.emptyTitle'), text: t('batch.emptyText') }}
    />
  );
};

const RouteCell = ({ of: { start_address, destination_address, share, state } }: { of: LogisticsBatch }) => {
  const { t } = useTranslation('logistics');
  const percent = share === null ? null : Math.round(share * 100);
  return (
    <span className="batch-two">
      <span className="batch-way">
        {start_address} → {destination_address}
      </span>
      {percent !== null && (
        <span className="batch-share" data-state={state}>
          <progress value={percent} max={100} aria-label={t('batch.share')} />
          <small>{percent}%</small>
        </span>
      )}
    </span>
  );
};

/** Where it goes next and when it should be there; of one that is over when that was. */
const NextCell = ({ of: row }: { of: LogisticsBatch }) => {
  const { t } = useTranslation('logistics');
  const lang = useSettings((s) => s.lang);
  const now = useNow();
  if (row.state === 'completed')
    return (
      <span className="batch-two">
        <span>{t(row.result === 'forced' ? 'batch.forced' : 'batch.arrived')}</span>
        <small>{clockTime(row.end_time).slice(5, 16)}</small>
      </span>
    );
  if (!row.next_stop)
    return (
      <span className="batch-two">
        <span>{t('batch.notLeft')}</span>
        <small>{t('batch.planned', { time: clockTime(row.plan_start).slice(5, 16) })}</small>
      </span>
    );
  const due = row.next_stop.plan_time;
  const isLate = due !== null && new Date(due).getTime() < now;
  // of another day the hour alone says when it was not meant
  const isToday = clockTime(due).slice(0, 10) === clockTime(new Date(now).toISOString()).slice(0, 10);
  return (
    <span className="batch-two">
      <span>{row.next_stop.address}</span>
      {due && (
        <small className={isLate ? 'batch-late' : undefined}>
          <span>
            {t('batch.planned', { time: clockTime(due).slice(isToday ? 11 : 5, 16) })}
            {isLate && ' · '}
          </span>
          {isLate && <span>{t('batch.lateBy', { time: duration(due, now, lang) })}</span>}
        </small>
      )}
    </span>
  );
};

const LockCell = ({ of: lock }: { of: NonNullable<LogisticsBatch['lock']> }) => {
  const lang = useSettings((s) => s.lang);
  const now = useNow();
  const states = useDictionary('msg_ls');
  return (
    <DeviceLink id={lock.device_id}>
      <span className="batch-lock">
        <StateSign status={lock.lock_status as never} lang={lang} decorative />
        <span>{states.word(String(lock.lock_status))}</span>
        {lock.lock_time && <small>{duration(lock.lock_time, now, lang)}</small>}
      </span>
    </DeviceLink>
  );
};
