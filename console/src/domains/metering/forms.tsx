import { meteringCalls } from '@plomb/contract/metering/domain';
import { appearances } from '@plomb/contract/metering/inspections';
import { type Meter, type MeterRow, sealLooks } from '@plomb/contract/metering/meters';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input, Radio, Select } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { pressKey } from '../../platform/pressKey.ts';
import { Field } from '../../ui/form/Field.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';
import { DayField, PersonField, PhotosField, type SecondPerson, SecondPersonFields, witnessOf } from './fields.tsx';

const { meters, meterInspections, meterWorks } = meteringCalls;
type Named = Pick<MeterRow, 'id' | 'meter_name'>;

/** What follows once something of metering has changed: it is said, the form closes, and whatever shows meters is read again. */
export const useChanged = (close: () => void): ((words: string, stored: () => void) => Promise<void>) => {
  const queries = useQueryClient();
  return async (words, stored) => {
    stored();
    said(words);
    close();
    await queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith('/meter') });
  };
};

/** How each seal and the meter were found somebody has to say: nothing is said to be well before. */
export const InspectionForm = ({ meter, close }: { meter: Meter; close: () => void }) => {
  const { t } = useTranslation('metering');
  const { t: ui } = useTranslation('ui');
  const changed = useChanged(close);
  const looks = useDictionary('seal_look');
  // of a point without a seal nobody can say how that is
  const points = meter.seal_points.filter(({ number }) => number !== '');
  const words = useDictionary('meter_appearance');
  /** told again because no answer came, it is the same inspection; another thing is another one */
  const tried = useRef<{ typed: string; stamp: { key: string; time: string } } | null>(null);
  const { data } = useQuery({
    queryKey: [meterInspections.exceptions.path],
    queryFn: () => send(meterInspections.exceptions, {}, { quiet: true }),
  });
  interface Typed {
    appearance: (typeof appearances)[number];
    looks: Record<string, (typeof sealLooks)[number]>;
    reading: string;
    exception_type_id?: number | null;
    note: string;
    countersigned: string;
    photos: string[];
  }
  return (
    <RecordForm<Typed>
      title={t('inspection.form', { name: meter.meter_name })}
      verb={t('inspection.save')}
      initial={{ reading: '', note: '', countersigned: '', photos: [], exception_type_id: null }}
      schema={meterInspections.add.input}
      close={close}
      save={async ({ looks: seen, exception_type_id, ...typed }, _version, stored) => {
        const told = {
          ...{ ...typed, meter_id: meter.id, exception_type_id: exception_type_id ?? null },
          looks: Object.entries(seen ?? {}).map(([id, look]) => ({ point_id: Number(id), look })),
        };
        const text = JSON.stringify(told);
        if (tried.current?.typed !== text)
          tried.current = { typed: text, stamp: { key: pressKey(), time: new Date(serverNow()).toISOString() } };
        await send(meterInspections.add, { ...told, ...tried.current.stamp });
        await changed(t('inspection.saved'), stored);
      }}
    >
      {points.map((point) => (
        <Form.Item
          key={point.id}
          name={['looks', String(point.id)]}
          label={`${point.nth} · ${point.point_name}`}
          extra={point.number}
          rules={[{ required: true, message: ui('required') }]}
        >
          <Select
            placeholder={t('inspection.lookHint')}
            options={sealLooks.map((value) => ({ value, label: looks.word(value) }))}
          />
        </Form.Item>
      ))}
      <Field name="appearance" label={t('inspection.appearance')}>
        <Radio.Group options={appearances.map((value) => ({ value, label: words.word(value) }))} />
      </Field>
      <Field name="exception_type_id" label={t('inspection.exception')} extra={t('inspection.exceptionHint')}>
        <Select
          allowClear
          options={(data?.rows ?? []).map(({ id, exception_name }) => ({ value: id, label: exception_name }))}
        />
      </Field>
      <Field name="reading" label={t('inspection.reading')}>
        <Input />
      </Field>
      <Field name="photos" label={t('photos')}>
        <PhotosField />
      </Field>
      <Field name="note" label={t('inspection.note')}>
        <Input.TextArea rows={2} />
      </Field>
      <Field name="countersigned" label={t('inspection.countersigned')} extra={t('inspection.countersignedHint')}>
        <Input />
      </Field>
    </RecordForm>
  );
};

/** Until when it is good is told by the day on which it was verified, as long as nobody says another. */
const DueDay = ({
  months,
  ...field
}: {
  months: number;
  value?: string | null;
  onChange?: (day: string | null) => void;
}) => {
  const form = Form.useFormInstance();
  const verified = Form.useWatch<string | null>('verify_date', form);
  const { value, onChange } = field;
  const last = useRef(value ?? null);
  useEffect(() => {
    const next = verified ? dayjs(verified).add(months, 'month').format('YYYY-MM-DD') : null;
    if (!next || next === last.current || (value ?? null) !== last.current) return;
    last.current = next;
    onChange?.(next);
  }, [verified, months, value, onChange]);
  return <DayField {...field} />;
};

export const VerifyForm = ({
  meter,
  close,
}: {
  meter: Named & Pick<Meter, 'verify_months' | 'today'>;
  close: () => void;
}) => {
  const { t } = useTranslation('metering');
  const changed = useChanged(close);
  const key = useRef(pressKey());
  const today = dayjs(meter.today);
  interface Typed {
    passed: boolean;
    verify_date: string;
    verify_time?: string;
    due_date: string | null;
    certificate: string;
    error_text: string;
  }
  return (
    <RecordForm<Typed>
      title={t('verify.form', { name: meter.meter_name })}
      verb={t('verify.save')}
      initial={{
        ...{ passed: true, certificate: '', error_text: '', verify_date: today.format('YYYY-MM-DD') },
        due_date: today.add(meter.verify_months, 'month').format('YYYY-MM-DD'),
      }}
      schema={meters.verify.input}
      close={close}
      save={async (typed, _version, stored) => {
        const { verify_time, ...rest } = typed;
        const told = {
          ...{ ...rest, id: meter.id, due_date: typed.passed ? typed.due_date : null },
          ...(verify_time && { verify_time }),
        };
        await send(meters.verify, { ...told, idempotency_key: key.current } as typeof told);
        await changed(t('verify.saved'), stored);
      }}
    >
      <Field name="passed" label={t('verify.passed')}>
        <Radio.Group
          options={[
            { value: true, label: t('verify.yes') },
            { value: false, label: t('verify.no') },
          ]}
        />
      </Field>
      <Field name="verify_date" label={t('verify.day')}>
        <DayField latest={today} />
      </Field>
      <Field name="verify_time" label={t('verify.time')} extra={t('verify.timeHint')}>
        <Input type="time" className="mono" />
      </Field>
      <Form.Item noStyle dependencies={['passed']}>
        {({ getFieldValue }) =>
          getFieldValue('passed') === false ? null : (
            <Field name="due_date" label={t('verify.due')} required>
              <DueDay months={meter.verify_months} />
            </Field>
          )
        }
      </Form.Item>
      <Field name="certificate" label={t('verify.certificate')}>
        <Input className="mono" />
      </Field>
      <Field name="error_text" label={t('verify.error')} extra={t('verify.errorHint')}>
        <Input />
      </Field>
    </RecordForm>
  );
};

/** A repair: its reason, and who has it; `inspection`: the one that gave cause for it. */
export const WorkForm = ({
  meter,
  inspection = null,
  reason = '',
  close,
}: {
  meter: Named;
  inspection?: number | null;
  reason?: string;
  close: () => void;
}) => {
  const { t } = useTranslation('metering');
  const changed = useChanged(close);
  const key = useRef(pressKey());
  return (
    <RecordForm<{ reason: string; assignee_id?: number | null }>
      title={t('work.form', { name: meter.meter_name })}
      verb={t('work.open')}
      initial={{ reason, assignee_id: null }}
      schema={meterWorks.add.input}
      close={close}
      save={async ({ reason: why, assignee_id }, _version, stored) => {
        const told = { meter_id: meter.id, reason: why, assignee_id: assignee_id ?? null, inspection_id: inspection };
        await send(meterWorks.add, { ...told, idempotency_key: key.current } as typeof told);
        await changed(t('work.opened'), stored);
      }}
    >
      <Field name="reason" label={t('work.reason')}>
        <Input.TextArea rows={3} />
      </Field>
      <Field name="assignee_id" label={t('work.assignee')}>
        <PersonField />
      </Field>
    </RecordForm>
  );
};

export const ScrapForm = ({ meter, close }: { meter: Named; close: () => void }) => {
  const { t } = useTranslation('metering');
  const changed = useChanged(close);
  return (
    <RecordForm<{ reason: string } & SecondPerson>
      title={t('scrap.form', { name: meter.meter_name })}
      verb={t('scrap.it')}
      initial={{ reason: '' }}
      schema={meters.scrap.input}
      close={close}
      save={async ({ reason, ...beside }, _version, stored) => {
        const told = { id: meter.id, reason, ...(await witnessOf(meters.scrap.path, beside)) };
        await send(meters.scrap, told);
        await changed(t('scrap.done'), stored);
      }}
    >
      <Alert type="warning" showIcon title={t('scrap.hint')} />
      <Field name="reason" label={t('scrap.reason')}>
        <Input.TextArea rows={2} />
      </Field>
      <SecondPersonFields />
    </RecordForm>
  );
};

export const SettleForm = ({ id, name, close }: { id: number; name: string; close: () => void }) => {
  const { t } = useTranslation('metering');
  const changed = useChanged(close);
  return (
    <RecordForm<{ settlement: string }>
      title={`${t('inspection.settleIt')} · ${name}`}
      verb={t('inspection.settleIt')}
      initial={{ settlement: '' }}
      schema={meterInspections.settle.input}
      close={close}
      save={async ({ settlement }, _version, stored) => {
        await send(meterInspections.settle, { id, settlement });
        await changed(t('inspection.wasSettled'), stored);
      }}
    >
      <Field name="settlement" label={t('inspection.settlement')}>
        <Input.TextArea rows={3} />
      </Field>
    </RecordForm>
  );
};

export const AssignForm = ({ ids, done, close }: { ids: readonly number[]; done: () => void; close: () => void }) => {
  const { t } = useTranslation('metering');
  const changed = useChanged(close);
  return (
    <RecordForm<{ as: 'verifier' | 'inspector'; operator_id?: number | null }>
      title={t('meter.assign')}
      verb={t('work.assignIt')}
      initial={{ as: 'verifier', operator_id: null }}
      schema={meters.assign.input}
      close={close}
      save={async ({ as, operator_id }, _version, stored) => {
        await send(meters.assign, { ids: [...ids], as, operator_id: operator_id ?? null });
        await changed(t('meter.assigned'), stored);
        done();
      }}
    >
      <Field name="as" label={t('meter.assignAs')}>
        <Radio.Group
          options={[
            { value: 'verifier', label: t('meter.assignVerifier') },
            { value: 'inspector', label: t('meter.assignInspector') },
          ]}
        />
      </Field>
      <Field name="operator_id" label={t('meter.assignWhom')}>
        <PersonField />
      </Field>
    </RecordForm>
  );
};
