import { type Approval, approvalDirections, approvalKinds, approvalStates } from '@plomb/contract/approvals/approvals';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import { reasonIn } from '@plomb/contract/orders/reason';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { useSeconds } from '../../lock/useSeconds.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { Decide } from './Decide.tsx';
import { LockNow } from './LockNow.tsx';
import { RulesDialog } from './RulesDialog.tsx';
import { useApprovalNews } from './useApprovalNews.ts';
import './approvals.css';

const { approvals: of, approvalRules } = approvalCalls;

/** What is guarded, most often by its plate. */
const deviceOf = ({ subject, device_name, sn }: Approval): string => subject || device_name || sn;

/** What orders need a second person for: those that wait, and what became of the others. */
export const ApprovalsPage = () => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const directions = useDictionary('approval_direction');
  const states = useDictionary('approval_state');
  const ways = useDictionary('approval_way');
  const may = useMay();
  const [ruling, setRuling] = useState(false);
  useApprovalNews();
  const kind = (one: Approval['kind']): string => orderKinds[one].title[lang];
  return (
    <>
      <RecordsPage
        of={of}
        columns={[
          { title: t('kind'), dataIndex: 'kind', width: 150, render: (_, one) => kind(one.kind) },
          {
            title: t('state'),
            dataIndex: 'state',
            width: 110,
            render: (state: string) => <DictTag code="approval_state" value={state} />,
          },
          {
            title: t('device'),
            dataIndex: 'subject',
            width: 180,
            ellipsis: true,
            file: [
              { field: 'subject', title: t('device') },
              { field: 'device_name', title: t('deviceName') },
              { field: 'sn', title: t('serial') },
            ],
            render: (_, one) => deviceOf(one),
          },
          {
            title: t('asker'),
            dataIndex: 'oper_name',
            width: 160,
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
            width: 240,
            ellipsis: true,
            file: [
              { field: 'reason_code', title: t('reasonCode') },
              { field: 'reason', title: t('reason') },
            ],
            render: (_, one) => reasonIn(lang, one),
          },
          {
            title: t('decider'),
            dataIndex: 'decider_name',
            width: 160,
            ellipsis: true,
            file: [
              { field: 'decider_name', title: t('decider') },
              { field: 'decider_login', title: t('login') },
              { field: 'way', title: t('way') },
              { field: 'remark', title: t('remark') },
            ],
            render: (_, one) => personNamed(one.decider_name, one.decider_login),
          },
          { title: t('created'), dataIndex: 'create_time', width: 168, render: clockTime },
          { title: t('expires'), dataIndex: 'expire_time', width: 168, render: clockTime },
          { title: t('ended'), dataIndex: 'end_time', width: 168, render: clockTime },
        ]}
        name={(one, id) => (one ? `${kind(one.kind)} · ${deviceOf(one)}` : `#${id}`)}
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
        actions={may(approvalRules.set) && <Button onClick={() => setRuling(true)}>{t('rules.open')}</Button>}
        detail={(one) => <ApprovalDetail one={one} />}
        footer={(one) => <Decide key={one.id} one={one} />}
        empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      />
      {ruling && <RulesDialog close={() => setRuling(false)} />}
    </>
  );
};

const two = (n: number): string => String(n).padStart(2, '0');
/** Hours, where there are any, minutes and seconds. */
const clockOf = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

const ApprovalDetail = ({ one }: { one: Approval }) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const now = useSeconds(one.state === 'waiting');
  const left = Math.max(0, Math.ceil((Date.parse(one.expire_time) - now) / 1000));
  const kind = orderKinds[one.kind].title[lang];
  const asker = personNamed(one.oper_name, one.login_name);
  return (
    <>
      <p className="approval-said">
        {t('sentence', { name: asker, kind, device: deviceOf(one), reason: reasonIn(lang, one) || '–' })}
      </p>
      <Facts>
        <Fact name={t('state')}>
          <DictTag code="approval_state" value={one.state} />{' '}
          {one.state === 'waiting' && (left > 0 ? t('left', { time: clockOf(left) }) : t('over'))}
        </Fact>
        <Fact name={t('device')}>
          <DeviceLink id={one.device_id}>{one.device_name || one.sn}</DeviceLink>
        </Fact>
        <Fact name={t('serial')}>{one.sn}</Fact>
        <Fact name={t('organisation')}>{one.org_name}</Fact>
        {one.lock && (
          <Fact name={t('lock')}>
            <LockNow lock={one.lock} />
          </Fact>
        )}
        <Fact name={t('asker')}>{asker}</Fact>
        <Fact name={t('reason')}>{reasonIn(lang, one)}</Fact>
        <Fact name={t('consequence')}>{t(`consequences.${one.kind}`)}</Fact>
        <Fact name={t('created')}>{clockTime(one.create_time)}</Fact>
        <Fact name={t('expires')}>{clockTime(one.expire_time)}</Fact>
        <Fact name={t('ended')} ifAny>
          {one.end_time && clockTime(one.end_time)}
        </Fact>
        <Fact name={t('decider')} ifAny>
          {personNamed(one.decider_name, one.decider_login)}
        </Fact>
        <Fact name={t('way')} ifAny>
          {one.way && <DictTag code="approval_way" value={one.way} />}
        </Fact>
        <Fact name={t('remark')} ifAny>
          {one.remark}
        </Fact>
      </Facts>
    </>
  );
};
