import { firmwareCalls } from '@plomb/contract/firmware/domain';
import type { FirmwareIssue } from '@plomb/contract/firmware/issues';
import { issueStates } from '@plomb/contract/firmware/steps';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { useTheList } from '../../ui/list/useList.ts';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useNumber } from '../../ui/useNumber.ts';
import '../../ui/work.css';
import './firmware.css';

const of = firmwareCalls.firmwareIssues;

/** What became of a firmware at each lock. */
export const IssuesPage = () => {
  const { t } = useTranslation('firmware');
  const states = useDictionary('issue_state');
  const causes = useDictionary('issue_cause');
  const waits = useDictionary('issue_wait');
  return (
    <RecordsPage
      of={of}
      columns={useColumns()}
      name={(one, id) => one?.sn ?? `#${id}`}
      count={() => t('issue.what')}
      every={5000}
      search={t('issue.search')}
      filters={<Filters />}
      isFileWhole
      words={{ issue_status: states.words, cause: causes.words, wait: waits.words }}
      detail={(one) => <Detail one={one} />}
      empty={{ title: t('issue.emptyTitle'), text: t('issue.emptyText') }}
    />
  );
};

const Filters = () => {
  const { t } = useTranslation('firmware');
  const states = useDictionary('issue_state');
  const { query } = useTheList();
  const of = query.rollout_id;
  return (
    <>
      <FilterChip name="issue_status" label={t('issue.state')} options={states.offered(issueStates)} several />
      {of !== undefined && (
        <FilterChip
          name="rollout_id"
          label={t('issue.rollout')}
          options={[{ value: Number(of), label: t('rollout.no', { id: Number(of) }) }]}
        />
      )}
    </>
  );
};

/** Parts of those that were sent; '' = nothing was. */
const useParts = () => {
  const number = useNumber();
  return ({ parts, parts_total }: FirmwareIssue): string =>
    parts_total === 0 ? '' : `${number(parts)} / ${number(parts_total)}`;
};

const useColumns = (): Column<FirmwareIssue>[] => {
  const { t } = useTranslation('firmware');
  const parts = useParts();
  return [
    {
      title: t('issue.sn'),
      dataIndex: 'sn',
      identity: true,
      width: 150,
      render: (sn: string, one) => (
        <DeviceLink id={one.device_id}>
          <Serial value={sn} />
        </DeviceLink>
      ),
    },
    { title: t('version'), dataIndex: 'firmware_version', width: 120, ellipsis: true },
    { title: t('issue.no'), dataIndex: 'firware_no', width: 112, align: 'end' },
    {
      title: t('issue.state'),
      dataIndex: 'issue_status',
      width: 170,
      render: (state: string) => <DictTag code="issue_state" value={state} />,
    },
    {
      title: t('issue.why'),
      key: 'why',
      width: 250,
      ellipsis: true,
      file: [
        { field: 'cause', title: t('issue.cause') },
        { field: 'wait', title: t('issue.wait') },
      ],
      render: (_, one) => <Why one={one} />,
    },
    {
      title: t('issue.parts'),
      key: 'parts',
      width: 100,
      align: 'end',
      file: [
        { field: 'parts', title: t('issue.parts') },
        { field: 'parts_total', title: t('issue.partsTotal') },
      ],
      render: (_, one) => parts(one),
    },
    { title: t('issue.former'), dataIndex: 'former_version', width: 120, ellipsis: true },
    { title: t('issue.told'), dataIndex: 'told_version', width: 120, ellipsis: true },
    { title: t('issue.sent'), dataIndex: 'send_time', width: 168, render: maybe },
    { title: t('issue.ended'), dataIndex: 'end_time', width: 168, render: maybe },
  ];
};

const maybe = (time: string | null) => time && clockTime(time);

/** Why it did not succeed, or what it waits for. */
export const Why = ({ one }: { one: FirmwareIssue }) => {
  const causes = useDictionary('issue_cause');
  const waits = useDictionary('issue_wait');
  if (one.cause) return causes.word(one.cause);
  return one.wait ? waits.word(one.wait) : '';
};

const Detail = ({ one }: { one: FirmwareIssue }) => {
  const { t } = useTranslation('firmware');
  const may = useMay();
  const parts = useParts();
  return (
    <Facts>
      <Fact name={t('issue.state')}>
        <DictTag code="issue_state" value={one.issue_status} />
        <p>{t(`issue.means.${one.issue_status}`)}</p>
        {(one.cause ?? one.wait) && (
          <p>
            <Why one={one} />
          </p>
        )}
      </Fact>
      <Fact name={t('issue.sn')}>
        <DeviceLink id={one.device_id}>
          <Serial value={one.sn} />
        </DeviceLink>
      </Fact>
      <Fact name={t('version')}>{one.firmware_version}</Fact>
      <Fact name={t('issue.no')}>{one.firware_no}</Fact>
      <Fact name={t('issue.rollout')}>
        {may(firmwareCalls.firmwareRollouts.detail) ? (
          <Link to={`/firmwareRollout?work=${one.rollout_id}`}>{t('rollout.no', { id: one.rollout_id })}</Link>
        ) : (
          t('rollout.no', { id: one.rollout_id })
        )}
        <p>{one.wave === 0 ? t('rollout.canary') : t('rollout.wave', { wave: one.wave })}</p>
      </Fact>
      <Fact name={t('issue.former')}>{one.former_version || t('issue.unknown')}</Fact>
      {one.told_version !== '' && <Fact name={t('issue.told')}>{one.told_version}</Fact>}
      {one.parts_total > 0 && <Fact name={t('issue.parts')}>{parts(one)}</Fact>}
      {one.attempt > 1 && <Fact name={t('issue.attempt')}>{one.attempt}</Fact>}
      <Fact name={t('issue.created')}>{clockTime(one.create_time)}</Fact>
      {one.send_time && <Fact name={t('issue.sent')}>{clockTime(one.send_time)}</Fact>}
      {one.answer_time && <Fact name={t('issue.answered')}>{clockTime(one.answer_time)}</Fact>}
      {one.end_time && <Fact name={t('issue.ended')}>{clockTime(one.end_time)}</Fact>}
    </Facts>
  );
};
