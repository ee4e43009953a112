import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { LogisticsBatchDetail } from '@plomb/contract/logistics/logisticsBatches';
import { MOST_POSITIONS, MOST_STOPS, positionMedia } from '@plomb/contract/logistics/plan';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button, Checkbox, DatePicker, Form, Input, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { PersonSelect } from '../../people/PersonSelect.tsx';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { pressKey } from '../../platform/pressKey.ts';
import { Field } from '../../ui/form/Field.tsx';
import { SchemaContext } from '../../ui/form/schema.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { LimitsField } from './LimitsField.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { blankPosition } from './planForm.ts';
import { RouteMap } from './RouteMap.tsx';
import type { Pointed } from './routeOf.ts';

const calls = logisticsCalls.logisticsBatches;
/** What a field of a list is asked, by its place in it: names in lists are theirs. */
const listed = calls.add.input.shape as unknown as Record<'stops' | 'positions', z.ZodObject>;
const moment = { showTime: { format: 'HH:mm' }, format: 'YYYY-MM-DD HH:mm', allowClear: false } as const;
const iso = (value: { toISOString(): string }) => value.toISOString();
const isoOrNone = (value: { toISOString(): string } | null) => value?.toISOString() ?? null;

/** A plan in its four parts: who and when, the route, what it is warned of, and what is sealed with what. */
export const PlanForm = ({ record }: { record: Omit<LogisticsBatchDetail, 'version'> | undefined }) => {
  const { t } = useTranslation('logistics');
  return (
    <>
      <RouteParts record={record} vehicle={<VehicleField record={record} />} />
      <Part nth={4} title={t('form.positions')}>
        <p className="batch-hint">{t('form.positionsHint')}</p>
        <Positions record={record} />
      </Part>
    </>
  );
};

const VehicleField = ({ record }: { record: Omit<LogisticsBatchDetail, 'version'> | undefined }) => {
  const { t } = useTranslation('logistics');
  return (
    <Field name="vehicle_id" label={t('plate')} lacking={t('form.missing.vehicle')}>
      <VehicleSelect now={record && { value: record.vehicle_id, label: record.plate }} />
    </Field>
  );
};

/** The parts that can still change once seals are on it; what carries it stays, and so does who answers for it, who has a deed of their own. */
export const RouteParts = ({
  vehicle,
  record,
}: {
  vehicle?: ReactNode;
  record?: Omit<LogisticsBatchDetail, 'version'> | undefined;
}) => {
  const { t } = useTranslation('logistics');
  const [pointed, point] = useState<Pointed | null>(null);
  const asked: Asked = (path) => ({ pointed: String(pointed) === String(path), point });
  return (
    <>
      <Part nth={1} title={t('form.who')}>
        {vehicle}
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
        {vehicle && (
          <Field name="owner_id" label={t('batch.owner')} extra={t('form.ownerHint')}>
            <PersonSelect
              allowClear
              of={calls.people}
              words={{ hint: t('form.ownerMe'), nobody: t('form.nobody') }}
              known={record && { id: record.owner_id, oper_name: record.owner_name }}
            />
          </Field>
        )}
      </Part>
      <Part nth={2} title={t('form.route')}>
        <RouteMap pointed={pointed} point={point} />
        <PlaceFields at={['start']} label={t('batch.start')} {...asked(['start'])} />
        <Stops asked={asked} />
        <PlaceFields at={['end']} label={t('batch.end')} {...asked(['end'])} />
        <PlaceFields at={['destination']} label={t('batch.destination')} like={['end']} {...asked(['destination'])} />
      </Part>
      <Part nth={3} title={t('limit.title')}>
        <p className="batch-hint">{t('limit.hint')}</p>
        <Form.Item name="limits">
          <LimitsField />
        </Form.Item>
      </Part>
    </>
  );
};

const Part = ({ nth, title, children }: { nth: number; title: string; children: ReactNode }) => {
  const number = useNumber();
  return (
    <section className="batch-part">
      <h3>
        <span aria-hidden="true">{number(nth)}</span> {title}
      </h3>
      {children}
    </section>
  );
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

type Asked = (path: Pointed) => { pointed: boolean; point: (path: Pointed) => void };
const Stops = ({ asked }: { asked: Asked }) => {
  const { t } = useTranslation('logistics');
  return (
    <Form.List name="stops">
      {(fields, { add, remove }) => (
        <SchemaContext value={listed.stops}>
          {fields.map(({ key, name }) => (
            <div key={key} className="batch-block">
              <KeptId at={name} />
              <PlaceFields
                at={[name]}
                of="stops"
                label={t('batch.stop', { count: name + 1 })}
                {...asked(['stops', name])}
              />
              <div className="batch-pair">
                <Field name={[name, 'plan_time']} label={t('form.stopTime')} sent={isoOrNone}>
                  <DatePicker {...moment} allowClear />
                </Field>
                <Form.Item name={[name, 'patrol']} valuePropName="checked" label={t('form.atStop')}>
                  <Checkbox>{t('batch.patrol')}</Checkbox>
                </Form.Item>
              </div>
              <Button icon={<DeleteOutlined />} onClick={() => remove(name)}>
                {t('form.dropStop', { count: name + 1 })}
              </Button>
            </div>
          ))}
          {fields.length < MOST_STOPS && (
            <Button
              icon={<PlusOutlined />}
              className="batch-more"
              onClick={() => add({ id: pressKey(), radius: 300, patrol: false, plan_time: null })}
            >
              {t('form.addStop')}
            </Button>
          )}
        </SchemaContext>
      )}
    </Form.List>
  );
};

/** A form sends what has a field: by its id an entry of a list stays itself. */
const KeptId = ({ at }: { at: number }) => (
  <Form.Item name={[at, 'id']} hidden>
    <Input />
  </Form.Item>
);

const Positions = ({ record }: { record: Pick<LogisticsBatchDetail, 'positions'> | undefined }) => {
  const { t } = useTranslation('logistics');
  return (
    <Form.List name="positions">
      {(fields, { add, remove }) => (
        <SchemaContext value={listed.positions}>
          {fields.map(({ key, name }) => (
            <div key={key} className="batch-block">
              <KeptId at={name} />
              <PositionFields nth={name} record={record} />
              {fields.length > 1 && (
                <Button icon={<DeleteOutlined />} onClick={() => remove(name)}>
                  {t('form.dropPosition', { count: name + 1 })}
                </Button>
              )}
            </div>
          ))}
          {fields.length < MOST_POSITIONS && (
            <Button icon={<PlusOutlined />} className="batch-more" onClick={() => add(blankPosition)}>
              {t('form.addPosition')}
            </Button>
          )}
        </SchemaContext>
      )}
    </Form.List>
  );
};

const PositionFields = ({
  nth,
  record,
}: {
  nth: number;
  record: Pick<LogisticsBatchDetail, 'positions'> | undefined;
}) => {
  const { t } = useTranslation('logistics');
  const form = Form.useFormInstance();
  const media = useDictionary('position_medium');
  const medium = Form.useWatch<string | undefined>(['positions', nth, 'medium'], form);
  const stops = Form.useWatch<{ id: string; address?: string }[] | undefined>('stops', form) ?? [];
  const at = (name: string) => [nth, name] as const;
  const { data } = useQuery({
    queryKey: [calls.positions.path],
    queryFn: ({ signal }) => send(calls.positions, {}, { quiet: true, signal }),
    staleTime: 60_000,
  });
  const take = (value: string): void => {
    const known = data?.rows.find(({ position }) => position === value);
    if (known) form.setFieldValue(['positions', ...at('process_name')], known.process_name);
  };
  return (
    <div className="batch-pair">
      <Field
        name={at('position')}
        label={t('form.nthPosition', { count: nth + 1 })}
        lacking={t('form.missing.position', { count: nth + 1 })}
      >
        <AutoComplete
          options={[...new Set(data?.rows.map(({ position }) => position))].map((value) => ({ value }))}
          showSearch={{ filterOption: true }}
          onSelect={take}
        />
      </Field>
      <Field name={at('process_name')} label={t('process')}>
        <Input />
      </Field>
      <Field name={at('medium')} label={t('form.medium')}>
        <Select options={positionMedia.map((value) => ({ value, label: media.word(value) }))} />
      </Field>
      {medium === 'lock' ? (
        <Field name={at('device_id')} label={t('form.device')} lacking={t('form.missing.device', { count: nth + 1 })}>
          <LockSelect record={record} />
        </Field>
      ) : (
        <Field name={at('number')} label={t('form.number')} extra={t('form.numberHint')}>
          <Input className="mono" />
        </Field>
      )}
      {medium !== 'lock' && (
        <Field name={at('openers')} label={t('form.openers')} extra={t('form.openersHint')} sent={() => []}>
          <OpenerSelect record={record} />
        </Field>
      )}
      <Form.Item name={[nth, 'open_stops']} label={t('form.openStops')} extra={t('form.openStopsHint')}>
        <Select
          mode="multiple"
          options={stops.map((stop, nth) => ({
            value: stop?.id,
            label: stop?.address || t('batch.stop', { count: nth + 1 }),
          }))}
          notFoundContent={t('form.noStops')}
        />
      </Form.Item>
      <Field name={at('photos_asked')} label={t('form.photos')} extra={t('form.photosHint')}>
        <Select mode="tags" tokenSeparators={[',', '，', '、']} open={false} suffixIcon={null} />
      </Field>
      {medium !== 'lock' && (
        <Form.Item name={[nth, 'second_person']} valuePropName="checked" label={t('form.second')}>
          <Checkbox>{t('batch.byTwo')}</Checkbox>
        </Form.Item>
      )}
    </div>
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

/** People and roles, by name. */
const OpenerSelect = ({
  record,
  ...field
}: {
  record: Pick<LogisticsBatchDetail, 'positions'> | undefined;
  id?: string;
  value?: string[];
  onChange?: (of: string[]) => void;
}) => {
  const { t } = useTranslation('logistics');
  const [keyword, setKeyword] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: [calls.people.path, 'openers', keyword],
    queryFn: ({ signal }) => send(calls.people, { keyword }, { quiet: true, signal }),
    placeholderData: (before) => before,
  });
  const known = new Map<string, string>();
  for (const { openers } of record?.positions ?? [])
    for (const { kind, id, name } of openers) known.set(`${kind} ${id}`, name);
  for (const { id, role_name } of data?.roles ?? []) known.set(`role ${id}`, t('form.role', { name: role_name }));
  for (const { id, oper_name, org_name } of data?.rows ?? []) known.set(`person ${id}`, `${oper_name} · ${org_name}`);
  return (
    <Select
      {...field}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      placeholder={t('batch.anybody')}
      options={[...known].map(([value, label]) => ({ value, label }))}
    />
  );
};
