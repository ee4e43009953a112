import { PlusOutlined } from '@ant-design/icons';
import { sealCalls } from '@plomb/contract/seals/domain';
import { type RfidTask, rfidTaskStates } from '@plomb/contract/seals/rfid';
import { rfidActions } from '@plomb/contract/seals/rfidSteps';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PersonSelect } from '../../people/PersonSelect.tsx';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { pressKey } from '../../platform/pressKey.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { At } from '../../ui/table/At.tsx';
import './seals.css';
import { chipColumn } from './rfidSigns.tsx';
import './rfid.css';

const { rfidTasks, rfidRecords } = sealCalls;

/** What somebody is asked to do with the lock of a chip, and what became of it. */
export const RfidTasksPage = () => {
  const { t } = useTranslation('seals');
  const may = useMay();
  const actions = useDictionary('rfid_action');
  const taskStates = useDictionary('rfid_task_state');
  const states = useDictionary('rfid_state');
  const [issuing, issue] = useState(false);
  const [ending, end] = useState<RfidTask | null>(null);
  return (
    <>
      <RecordsPage
        of={rfidTasks}
        name={(one, id) => (one ? `${actions.word(one.action)} · ${one.number}` : `#${id}`)}
        count={() => t('rfidTask.what')}
        every={15_000}
        search={t('rfidTask.search')}
        actions={
          may(rfidTasks.add) && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => issue(true)}>
              {t('rfidTask.issue')}
            </Button>
          )
        }
        filters={
          <>
            <FilterChip
              several
              name="state"
              label={t('rfidTask.state')}
              options={rfidTaskStates.map((value) => ({ value, label: taskStates.word(value) }))}
            />
            <FilterChip
              name="action"
              label={t('rfid.action')}
              options={rfidActions.map((value) => ({ value, label: actions.word(value) }))}
            />
          </>
        }
        columns={[
          {
            title: t('rfidTask.issued'),
            dataIndex: 'create_time',
            width: 110,
            render: (at: string) => <At of={at} />,
          },
          chipColumn(t),
          { title: t('rfid.action'), dataIndex: 'action', width: 110, render: (value: string) => actions.word(value) },
          {
            title: t('rfidTask.state'),
            dataIndex: 'state',
            width: 110,
            render: (value: string) => <DictTag code="rfid_task_state" value={value} />,
          },
          {
            title: t('rfidTask.lock'),
            dataIndex: 'rfid_state',
            width: 110,
            render: (value: string | null) => (value ? <DictTag code="rfid_state" value={value} /> : '–'),
          },
          {
            title: t('rfidTask.failed'),
            dataIndex: 'failed',
            width: 100,
            align: 'end' as const,
            render: (count: number) => (count > 0 ? <b className="seal-wrong">{count}</b> : count),
          },
          { title: t('rfidTask.reason'), dataIndex: 'reason', width: 195, ellipsis: true },
          { title: t('rfidTask.assignee'), dataIndex: 'assignee', width: 90, ellipsis: true },
          { title: t('rfidTask.opener'), dataIndex: 'opener', width: 90, ellipsis: true },
          {
            title: t('rfidTask.ended'),
            dataIndex: 'end_time',
            width: 110,
            render: (at: string | null) => at && <At of={at} />,
          },
        ]}
        isFileWhole
        words={{ action: actions.words, state: taskStates.words, rfid_state: states.words }}
        detail={(one) => <Detail of={one} />}
        footer={(one) =>
          one.state === 'open' &&
          may(rfidTasks.cancel) && <Button onClick={() => end(one)}>{t('rfidTask.cancel')}</Button>
        }
        empty={{ title: t('rfidTask.emptyTitle'), text: t('rfidTask.emptyText') }}
      />
      {issuing && <IssueForm close={() => issue(false)} />}
      {ending && <CancelForm task={ending} close={() => end(null)} />}
    </>
  );
};

const Detail = ({ of: one }: { of: RfidTask }) => {
  const { t } = useTranslation('seals');
  const may = useMay();
  return (
    <Facts>
      <Fact name={t('rfidTask.state')}>
        <DictTag code="rfid_task_state" value={one.state} />
      </Fact>
      <Fact name={t('rfid.action')}>
        <DictTag code="rfid_action" value={one.action} />
      </Fact>
      <Fact name={t('rfid.chip')} mono>
        {one.number}
      </Fact>
      <Fact name={t('rfid.object')} ifAny>
        {one.object}
      </Fact>
      <Fact name={t('rfidTask.lock')}>
        {one.rfid_state ? <DictTag code="rfid_state" value={one.rfid_state} /> : t('rfidTask.lockUnknown')}
      </Fact>
      <Fact name={t('rfidTask.assignee')}>{one.assignee}</Fact>
      <Fact name={t('rfidTask.reason')}>{one.reason}</Fact>
      <Fact name={t('rfidTask.opener')}>{`${one.opener} · ${clockTime(one.create_time)}`}</Fact>
      <Fact name={t('rfidTask.failed')}>
        {one.failed > 0 && may(rfidRecords.list) ? (
          <Link to={`/rfidRecord?seal_id=${one.seal_id}&good=false`}>{one.failed}</Link>
        ) : (
          one.failed
        )}
      </Fact>
      {one.end_time && (
        <Fact name={t('rfidTask.ended')}>
          {[one.ender, clockTime(one.end_time)].filter(Boolean).join(' · ')}
          {one.state === 'done' && one.ender_id !== one.assignee_id && (
            <p className="seal-wrong">{t('rfidTask.byAnother')}</p>
          )}
          {one.state === 'moved' && <p>{t('rfidTask.moved')}</p>}
        </Fact>
      )}
      <Fact name={t('rfidTask.cancelReason')} ifAny>
        {one.cancel_reason}
      </Fact>
    </Facts>
  );
};

const useChanged = (close: () => void) => {
  const queries = useQueryClient();
  return async (words: string, stored: () => void): Promise<void> => {
    stored();
    said(words);
    close();
    await queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith('/rfidTask') });
  };
};

const IssueForm = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('seals');
  const actions = useDictionary('rfid_action');
  const changed = useChanged(close);
  const key = useRef(pressKey());
  interface Typed {
    number: string;
    action: (typeof rfidActions)[number];
    assignee_id: number;
    reason: string;
  }
  return (
    <RecordForm<Typed>
      title={t('rfidTask.issue')}
      verb={t('rfidTask.issue')}
      initial={{ number: '', action: 'unlock', reason: '' }}
      schema={rfidTasks.add.input}
      close={close}
      save={async (typed, _version, stored) => {
        await send(rfidTasks.add, { ...typed, idempotency_key: key.current } as typeof typed);
        await changed(t('rfidTask.wasIssued'), stored);
      }}
    >
      <Field name="number" label={t('rfid.chip')} extra={t('rfidTask.chipHint')}>
        <Input className="mono" inputMode="numeric" />
      </Field>
      <Field name="action" label={t('rfid.action')}>
        <Select options={rfidActions.map((value) => ({ value, label: actions.word(value) }))} />
      </Field>
      <Field name="assignee_id" label={t('rfidTask.assignee')}>
        <PersonSelect of={rfidTasks.people} words={{ hint: t('rfidTask.find'), nobody: t('rfidTask.nobody') }} />
      </Field>
      <Field name="reason" label={t('rfidTask.reason')}>
        <Input.TextArea rows={2} />
      </Field>
    </RecordForm>
  );
};

const CancelForm = ({ task, close }: { task: RfidTask; close: () => void }) => {
  const { t } = useTranslation('seals');
  const changed = useChanged(close);
  return (
    <RecordForm<{ reason: string }>
      title={`${t('rfidTask.cancel')} · ${task.number}`}
      verb={t('rfidTask.cancelIt')}
      initial={{ reason: '' }}
      schema={rfidTasks.cancel.input}
      close={close}
      save={async ({ reason }, _version, stored) => {
        await send(rfidTasks.cancel, { id: task.id, reason });
        await changed(t('rfidTask.wasCancelled'), stored);
      }}
    >
      <Field name="reason" label={t('rfidTask.cancelReason')}>
        <Input.TextArea rows={2} />
      </Field>
    </RecordForm>
  );
};
