import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { JourneyTemplate } from '@plomb/contract/logistics/journeyTemplates';
import type { LogisticsBatchDetail } from '@plomb/contract/logistics/logisticsBatches';
import type { PositionMedium } from '@plomb/contract/logistics/plan';
import { useQuery } from '@tanstack/react-query';
import { DatePicker, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { PersonSelect } from '../../people/PersonSelect.tsx';
import { send } from '../../platform/client.ts';
import { Field } from '../../ui/form/Field.tsx';
import { PlanParts } from './PlanParts.tsx';
import { Positions } from './Positions.tsx';
import { type PlanTyped, prepared } from './planForm.ts';
import { Part, RouteParts } from './RouteParts.tsx';
import { KeepTemplate, TemplateField } from './TemplateOfPlan.tsx';

const calls = logisticsCalls.logisticsBatches;
/** What a field of a list is asked, by its place in it: names in lists are theirs. */
const listed = calls.add.input.shape as unknown as Record<'stops' | 'positions', z.ZodObject>;
const moment = { showTime: { format: 'HH:mm' }, format: 'YYYY-MM-DD HH:mm', allowClear: false } as const;
const iso = (value: { toISOString(): string }) => value.toISOString();
const isoOrNone = (value: { toISOString(): string } | null) => value?.toISOString() ?? null;

type Planned = Omit<LogisticsBatchDetail, 'version'> | undefined;

/** A plan in its four parts: who and when, the route, what it is warned of, and what is sealed with what. */
export const PlanForm = ({ record }: { record: Planned }) => {
  const { t } = useTranslation('logistics');
  const [template, setTemplate] = useState<JourneyTemplate | null>(null);
  const openers = [...(record?.positions ?? []), ...(template?.positions ?? [])].flatMap((one) => one.openers);
  const what = (nth: number, medium: PositionMedium | undefined) =>
    medium === 'lock' ? (
      // by itself it may be none: of a seal it is
      <Field
        name={[nth, 'device_id']}
        label={t('form.device')}
        required
        rules={[{ required: true, message: t('form.missing.device', { count: nth + 1 }) }]}
      >
        <LockSelect record={record} />
      </Field>
    ) : (
      <Field name={[nth, 'number']} label={t('form.number')} extra={t('form.numberHint')}>
        <Input className="mono" />
      </Field>
    );
  return (
    <PlanParts
      title={t('form.who')}
      ready={t('form.ready')}
      asked={(values: PlanTyped) => calls.add.input.safeParse(prepared(values))}
      beside={<KeepTemplate />}
    >
      <RouteParts
        who={
          <>
            {!record && <TemplateField template={template} taken={setTemplate} />}
            <Field name="vehicle_id" label={t('plate')} lacking={t('form.missing.vehicle')}>
              <VehicleSelect now={record && { value: record.vehicle_id, label: record.plate }} />
            </Field>
            <WhoAndWhen />
            <Field name="owner_id" label={t('batch.owner')} extra={t('form.ownerHint')}>
              <PersonSelect
                allowClear
                of={calls.mayOwn}
                {...(record && { asked: { batch_id: record.id } })}
                words={{ hint: t('form.ownerMe'), nobody: t('form.nobody') }}
                known={record && { id: record.owner_id, oper_name: record.owner_name }}
              />
            </Field>
          </>
        }
        stops={stopsOfPlan}
      />
      <Part nth={4} title={t('form.positions')}>
        <p className="batch-hint">{t('form.positionsHint')}</p>
        <Positions schema={listed.positions} what={what} openers={openers} />
      </Part>
    </PlanParts>
  );
};

/** The parts that can still change once seals are on it; what carries it stays, and so does who answers for it, who has a deed of their own. */
export const AmendedParts = ({ media }: { media: readonly PositionMedium[] }) => (
  <RouteParts who={<WhoAndWhen />} stops={stopsOfPlan} media={media} />
);

const WhoAndWhen = () => {
  const { t } = useTranslation('logistics');
  return (
    <div className="batch-pair">
      <Field name="carrier" label={t('batch.carrier')} lacking={t('form.missing.carrier')}>
        <Input />
      </Field>
      <Field name="driver" label={t('batch.driver')}>
        <Input />
      </Field>
      <Field name="plan_start" label={t('form.planStart')} sent={iso}>
        <DatePicker {...moment} />
      </Field>
      <Field name="plan_end" label={t('form.planEnd')} sent={iso}>
        <DatePicker {...moment} />
      </Field>
    </div>
  );
};

const StopTime = ({ nth }: { nth: number }) => {
  const { t } = useTranslation('logistics');
  return (
    <Field name={[nth, 'plan_time']} label={t('form.stopTime')} sent={isoOrNone}>
      <DatePicker {...moment} allowClear />
    </Field>
  );
};
const stopsOfPlan = {
  schema: listed.stops,
  when: (nth: number) => <StopTime nth={nth} />,
  blank: { plan_time: null },
};

/** A vehicle by its plate; one on a batch says so and cannot be chosen. */
const VehicleSelect = ({
  now,
  ...field
}: {
  now: { value: number; label: string } | undefined;
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
}) => {
  const { t } = useTranslation('logistics');
  const [keyword, setKeyword] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: [calls.vehicles.path, keyword],
    queryFn: ({ signal }) => send(calls.vehicles, { keyword }, { quiet: true, signal }),
    placeholderData: (before) => before,
  });
  const found = (data?.rows ?? []).map(({ id, plate, enterprise, serial }) => ({
    value: id,
    label: [plate, serial ? t('form.onBatch', { serial }) : enterprise].join(' · '),
    disabled: serial !== '' && id !== now?.value,
  }));
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      placeholder={t('form.plateHint')}
      notFoundContent={isFetching ? null : t('form.noVehicle')}
      options={now && !found.some(({ value }) => value === now.value) ? [now, ...found] : found}
    />
  );
};

/** A lock by number, with what speaks against it. */
const LockSelect = ({
  record,
  ...field
}: {
  record: Pick<LogisticsBatchDetail, 'positions'> | undefined;
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
}) => {
  const { t } = useTranslation('logistics');
  const [keyword, setKeyword] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: [calls.locks.path, keyword],
    queryFn: ({ signal }) => send(calls.locks, { keyword }, { quiet: true, signal }),
    placeholderData: (before) => before,
  });
  const own = record?.positions.find(({ device_id }) => device_id === field.value);
  const found = (data?.rows ?? []).map(({ id, sn, online, electric, serial }) => ({
    value: id,
    label: [
      sn,
      serial ? t('form.onBatch', { serial }) : t(online ? 'form.online' : 'form.offline'),
      electric !== null && `${electric}%`,
    ]
      .filter(Boolean)
      .join(' · '),
    disabled: serial !== '' && id !== own?.device_id,
  }));
  const now = own?.device_id ? [{ value: own.device_id, label: own.number }] : [];
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      placeholder={t('form.lockHint')}
      notFoundContent={isFetching ? null : t('form.noLock')}
      options={[...now.filter(({ value }) => !found.some((one) => one.value === value)), ...found]}
    />
  );
};
