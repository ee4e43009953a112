import { approvalCalls } from '@plomb/contract/approvals/domain';
import type { FrozenPeriod } from '@plomb/contract/approvals/frozenPeriods';
import { useQuery } from '@tanstack/react-query';
import { Alert, DatePicker, Form, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { Field } from '../../ui/form/Field.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';

const { frozenPeriods, approvalRules } = approvalCalls;

interface Typed {
  org_id?: number;
  period_name: string;
  from_time: Dayjs | null;
  until_time?: Dayjs;
}

/** Declares a frozen period of an organisation and of all below it. */
export const FreezeForm = ({ close, saved }: { close: () => void; saved: () => void }) => {
  const { t } = useTranslation('approvals');
  const { data } = useQuery({
    queryKey: [approvalRules.list.path],
    queryFn: () => send(approvalRules.list, {}, { quiet: true }),
  });
  const save = async (
    { org_id, period_name, from_time, until_time }: Typed,
    _version: string,
    stored: () => void,
  ): Promise<void> => {
    const told = { period_name, from_time: sentTime(from_time), until_time: sentTime(until_time) ?? '' };
    await send(frozenPeriods.add, { org_id: org_id ?? 0, ...told }, { about: period_name });
    stored();
    said(t('frozen.added'));
    close();
    saved();
  };
  return (
    <RecordForm<Typed>
      title={t('frozen.add')}
      verb={t('frozen.freeze')}
      initial={{ period_name: '', from_time: null, until_time: dayjs(serverNow()).add(1, 'day').startOf('hour') }}
      save={save}
      close={close}
      schema={frozenPeriods.add.input}
    >
      <Alert type="info" showIcon title={t('frozen.outcome')} />
      <Field name="org_id" label={t('organisation')} extra={t('frozen.orgHint')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={(data?.rows ?? []).map((one) => ({ value: one.org_id, label: one.org_name }))}
        />
      </Field>
      <Form.Item noStyle dependencies={['org_id']}>
        {({ getFieldValue }) => {
          const of = getFieldValue('org_id') as number | undefined;
          return of !== undefined && <Codes of={of} />;
        }}
      </Form.Item>
      <Field name="period_name" label={t('frozen.name')}>
        <Input maxLength={60} placeholder={t('frozen.nameExample')} />
      </Field>
      <Field name="from_time" label={t('frozen.from')} extra={t('frozen.fromHint')} sent={sentTime}>
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
      </Field>
      <Field name="until_time" label={t('frozen.until')} sent={sentTime}>
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" allowClear={false} />
      </Field>
    </RecordForm>
  );
};
const sentTime = (time: Dayjs | null | undefined): string | null => time?.toISOString() ?? null;

/** What nobody calls back, before somebody relies on it. */
const Codes = ({ of }: { of: number }) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const { data, error } = useQuery({
    queryKey: [frozenPeriods.codes.path, of],
    queryFn: () => send(frozenPeriods.codes, { org_id: of }, { quiet: true }),
  });
  // unread is not none
  if (error) return <Alert type="error" showIcon title={failureWords(error, lang)} role="alert" />;
  if (!data) return null;
  const { codes: count, numbers } = data;
  const named = numbers.join(', ');
  return (
    <Alert
      type={count > 0 ? 'warning' : 'info'}
      showIcon
      title={t('frozen.codes', {
        count,
        numbers: count > numbers.length ? t('frozen.andMore', { names: named }) : named,
      })}
    />
  );
};

type Ending = typeof frozenPeriods.end | typeof frozenPeriods.callOff;
/** Ends one for everybody, in words. */
export const EndFrozen = (props: { one: FrozenPeriod; by: Ending; close: () => void; done: () => void }) => {
  const { one, by, close, done } = props;
  const { t } = useTranslation('approvals');
  const save = async ({ reason }: { reason: string }, _version: string, stored: () => void): Promise<void> => {
    await send<Ending>(by, { id: one.id, reason }, { about: one.period_name });
    stored();
    said(t('frozen.wasEnded'));
    close();
    done();
  };
  return (
    <RecordForm<{ reason: string }>
      title={t('frozen.endTitle', { name: one.period_name })}
      verb={t(by === frozenPeriods.end && one.holds ? 'frozen.end' : 'frozen.callOff')}
      initial={{ reason: '' }}
      save={save}
      close={close}
      schema={by.input}
    >
      <Alert type="warning" showIcon title={t('frozen.endOutcome', { organisation: one.org_name })} />
      <Field name="reason" label={t('reason')}>
        <Input.TextArea rows={3} maxLength={200} />
      </Field>
    </RecordForm>
  );
};
