import { UnorderedListOutlined } from '@ant-design/icons';
import {
  type Approval,
  approvalDirections,
  approvalKinds,
  approvalStates,
  approvalTitles,
} from '@plomb/contract/approvals/approvals';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { reasonIn } from '@plomb/contract/orders/reason';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { SecondaryActions } from '../../ui/SecondaryActions.tsx';
import { ApprovalDetail } from './ApprovalDetail.tsx';
import { aboutOf, headOf } from './about.ts';
import { Decide } from './Decide.tsx';
import './approvals.css';

const { approvals: of } = approvalCalls;

/** All requests there ever were: those that wait, and what became of the others. */
export const ApprovalRecords = ({ toDesk }: { toDesk: () => void }) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const directions = useDictionary('approval_direction');
  const states = useDictionary('approval_state');
  const ways = useDictionary('approval_way');
  const kind = (one: Approval['kind']): string => approvalTitles[one][lang];
  return (
    <RecordsPage
      of={of}
      columns={[
        { title: t('kind'), dataIndex: 'kind', width: 144, render: (_, one) => kind(one.kind) },
        {
          title: t('state'),
          dataIndex: 'state',
          width: 116,
          render: (state: string) => <DictTag code="approval_state" value={state} />,
        },
        {
          title: t('device'),
          dataIndex: 'subject',
          identity: true,
          width: 146,
          file: [
            { field: 'subject', title: t('device') },
            { field: 'device_name', title: t('deviceName') },
            { field: 'sn', title: t('serial') },
            { field: 'firmware_version', title: t('rollout.version') },
          ],
          render: (_, one) => aboutOf(one),
        },
        {
          title: t('asker'),
          dataIndex: 'oper_name',
          width: 130,
          ellipsis: true,
          file: [
            { field: 'oper_name', title: t('asker') },
            { field: 'login_name', title: t('login') },
          ],
          render: (_, one) => personNamed(one.oper_name, one.login_name),
        },
        {
          title: t('reason'),
          dataIndex: 'reason',
          width: 200,
          ellipsis: true,
          file: [
            { field: 'reason_code', title: t('reasonCode') },
            { field: 'reason', title: t('reason') },
          ],
          render: (_, one) => reasonIn(lang, one),
        },
        { title: t('created'), dataIndex: 'create_time', width: 168, render: clockTime },
        { title: t('expires'), dataIndex: 'expire_time', width: 168, render: clockTime },
        {
          title: t('decider'),
          dataIndex: 'decider_name',
          width: 138,
          ellipsis: true,
          file: [
            { field: 'decider_name', title: t('decider') },
            { field: 'decider_login', title: t('login') },
            { field: 'way', title: t('way') },
            { field: 'remark', title: t('remark') },
          ],
          render: (_, one) => personNamed(one.decider_name, one.decider_login),
        },
        { title: t('ended'), dataIndex: 'end_time', width: 168, render: clockTime },
      ]}
      name={(one, id) => (one ? headOf(one, lang) : `#${id}`)}
      count={() => t('what')}
      every={30_000}
      search={t('search')}
      filters={
        <>
          <FilterChip
            name="direction"
            label={t('direction')}
            options={approvalDirections.map((value) => ({ value, label: directions.word(value) }))}
          />
          <FilterChip
            name="state"
            several
            label={t('state')}
            options={approvalStates.map((value) => ({ value, label: states.word(value) }))}
          />
          <FilterChip
            name="kind"
            label={t('kind')}
            options={approvalKinds.map((value) => ({ value, label: kind(value) }))}
          />
        </>
      }
      words={{
        kind: Object.fromEntries(approvalKinds.map((one) => [one, kind(one)])),
        state: states.words,
        way: ways.words,
      }}
      actions={
        <SecondaryActions
          actions={[{ key: 'desk', label: t('desk.waiting'), icon: <UnorderedListOutlined />, run: toDesk }]}
        />
      }
      detail={(one) => <ApprovalDetail one={one} />}
      footer={(one) => <Decide key={one.id} one={one} />}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
};
