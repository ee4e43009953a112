import { meteringCalls } from '@plomb/contract/metering/domain';
import { meterStates } from '@plomb/contract/metering/meterSteps';
import { dueStates, type MeterRow } from '@plomb/contract/metering/meters';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { later } from '../../ui/later.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { Two } from '../../ui/table/Two.tsx';
import { DayField, PersonField } from './fields.tsx';
import { DueSign, InspectionSign, usePersonName } from './signs.tsx';

const { meters } = meteringCalls;
const AssignForm = later(async () => (await import('./forms.tsx')).AssignForm);

/** Every meter: where it is, what it is, how its seals and its verification stand. */
export const MetersPage = () => {
  const { t } = useTranslation('metering');
  const personName = usePersonName();
  const known = (id: number | null | undefined, name = '') =>
    id ? { id, oper_name: personName(id, name, '') } : undefined;
  const may = useMay();
  const navigate = useNavigate();
  const states = useDictionary('meter_state');
  const dues = useDictionary('meter_due');
  const shapes = useDictionary('meter_shape');
  const [assigned, assign] = useState<readonly number[]>([]);
  const { data: types } = useQuery({
    queryKey: [meters.types.path],
    queryFn: () => send(meters.types, {}, { quiet: true }),
  });
  const open = types?.rows.filter(({ is_open }) => is_open);
  const typeOptions = (some = types?.rows) => some?.map(({ id, type_name }) => ({ value: id, label: type_name })) ?? [];
  const seals = ({ sealed, points }: Pick<MeterRow, 'sealed' | 'points'>): string =>
    t('meter.sealsOf', { sealed, points });
  return (
    <>
      <ResourcePage
        of={meters}
        noun={t('meter.noun')}
        columns={[
          {
            title: t('meterName'),
            dataIndex: 'meter_name',
            sorter: true,
            width: 124,
            identity: true,
            render: (_, { meter_name, factory_number }) => <Two upper={meter_name} lower={factory_number} />,
            file: [
              { field: 'meter_name', title: t('meterName') },
              { field: 'factory_number', title: t('meter.factory') },
            ],
          },
          {
            title: t('meter.state'),
            dataIndex: 'state',
            width: 96,
            render: (value: string) => <DictTag code="meter_state" value={value} />,
          },
          {
            title: t('meter.due'),
            dataIndex: 'due',
            width: 138,
            render: (_, { due, due_days }) => <DueSign due={due} days={due_days} />,
            file: [
              { field: 'due', title: t('meter.due') },
              { field: 'due_date', title: t('meter.dueDate') },
            ],
          },
          {
            title: t('meter.nextInspection'),
            dataIndex: 'next_inspection',
            sorter: true,
            width: 150,
            render: (day: string | null, { inspection_days }) => <InspectionSign day={day} days={inspection_days} />,
            file: [
              { field: 'next_inspection', title: t('meter.nextInspection') },
              { field: 'inspection_due', title: t('meter.inspectionDue') },
            ],
          },
          {
            title: t('meter.standing'),
            dataIndex: 'sealed',
            width: 142,
            render: (_, row) => <Two upper={seals(row)} lower={row.exceptions > 0 && <Exceptions of={row} />} />,
            file: [
              { field: 'sealed', title: t('meter.seals') },
              { field: 'points', title: t('page.points') },
              { field: 'exceptions', title: t('meter.exceptions') },
              { field: 'stopped', title: t('meter.stopped') },
            ],
          },
          { title: t('type.name'), dataIndex: 'type_name', width: 136, ellipsis: true },
          {
            title: t('station'),
            dataIndex: 'station',
            sorter: true,
            width: 120,
            render: (_, { station, place }) => <Two upper={station} lower={place} />,
            file: [
              { field: 'station', title: t('station') },
              { field: 'place', title: t('place') },
            ],
          },
          {
            title: t('meter.inspector'),
            dataIndex: 'inspector_name',
            width: 118,
            ellipsis: true,
            render: (_, { inspector_id, inspector_name }) => personName(inspector_id, inspector_name, ''),
          },
          {
            title: t('meter.verifier'),
            dataIndex: 'verifier_name',
            width: 130,
            ellipsis: true,
            optional: true,
            render: (_, { verifier_id, verifier_name }) => personName(verifier_id, verifier_name, ''),
          },
          { title: t('meter.customer'), dataIndex: 'customer', width: 170, ellipsis: true, optional: true },
          { title: t('meter.accuracy'), dataIndex: 'accuracy_class', width: 130, optional: true },
          { title: t('organisation'), dataIndex: 'org_name', width: 170, ellipsis: true, optional: true },
          {
            title: t('created'),
            dataIndex: 'create_time',
            sorter: true,
            width: 168,
            render: clockTime,
            optional: true,
          },
        ]}
        name={(meter) => meter.meter_name}
        details={(meter) => meter.station}
        search={t('meter.search')}
        filters={
          <>
            <FilterChip
              name="due"
              label={t('meter.due')}
              options={dueStates.map((value) => ({ value, label: dues.word(value) }))}
            />
            <FilterChip
              name="inspection_due"
              label={t('meter.inspectionDue')}
              options={(['overdue', 'soon'] as const).map((value) => ({ value, label: dues.word(value) }))}
            />
            <FilterChip
              name="state"
              label={t('meter.state')}
              options={meterStates.map((value) => ({ value, label: states.word(value) }))}
            />
            <FilterChip name="type_id" label={t('type.name')} options={typeOptions()} />
          </>
        }
        words={{
          ...{ state: states.words, due: dues.words, inspection_due: dues.words, shape: shapes.words },
          stopped: { true: t('meter.stopped'), false: '' },
        }}
        detail={(meter) => (
          <Facts>
            <Fact name={t('meter.state')}>
              <DictTag code="meter_state" value={meter.state} />
            </Fact>
            <Fact name={t('meter.due')}>
              <DueSign due={meter.due} days={meter.due_days} />
            </Fact>
            <Fact name={t('meter.dueDate')}>{meter.due_date}</Fact>
            <Fact name={t('meter.seals')}>{seals(meter)}</Fact>
            <Fact name={t('type.name')}>{meter.type_name}</Fact>
            <Fact name={t('meter.factory')} mono>
              {meter.factory_number}
            </Fact>
            <Fact name={t('station')}>{[meter.station, meter.place].filter(Boolean).join(' · ')}</Fact>
            <Fact name={t('meter.customer')}>{meter.customer}</Fact>
            <Fact name={t('meter.accuracy')}>{meter.accuracy_class}</Fact>
            <Fact name={t('meter.nextInspection')}>
              {meter.next_inspection && <InspectionSign day={meter.next_inspection} days={meter.inspection_days} />}
            </Fact>
            <Fact name={t('meter.verifier')}>
              {personName(meter.verifier_id, meter.verifier_name, t('meter.nobody'))}
            </Fact>
            <Fact name={t('meter.inspector')}>
              {personName(meter.inspector_id, meter.inspector_name, t('meter.nobody'))}
            </Fact>
            <Fact name={t('organisation')}>{meter.org_name}</Fact>
            <Fact name={t('created')}>{clockTime(meter.create_time)}</Fact>
          </Facts>
        )}
        footer={(meter) => <Button onClick={() => void navigate(`/meter/${meter.id}`)}>{t('meter.open')}</Button>}
        batch={(ids) => may(meters.assign) && <Button onClick={() => assign(ids)}>{t('meter.assign')}</Button>}
        form={(record) => (
          <>
            {!record && open?.length === 0 && <Alert type="info" showIcon title={t('meter.noTypes')} />}
            <Field name="meter_name" label={t('meterName')}>
              <Input />
            </Field>
            {!record && (
              <Field name="type_id" label={t('type.name')}>
                <Select showSearch={{ optionFilterProp: 'label' }} options={typeOptions(open)} />
              </Field>
            )}
            <Field name="factory_number" label={t('meter.factory')} extra={record && t('meter.factoryStays')}>
              <Input className="mono" />
            </Field>
            <Field name="station" label={t('station')}>
              <Input />
            </Field>
            <Field name="place" label={t('place')}>
              <Input />
            </Field>
            <Field name="customer" label={t('meter.customer')}>
              <Input />
            </Field>
            <Field name="accuracy_class" label={t('meter.accuracy')}>
              <Input />
            </Field>
            {!record && (
              <>
                <Field name="verify_date" label={t('meter.verified')}>
                  <DayField />
                </Field>
                <Field name="due_date" label={t('meter.dueDate')}>
                  <DayField />
                </Field>
              </>
            )}
            <Field name="verifier_id" label={t('meter.verifier')}>
              <PersonField known={known(record?.verifier_id, record?.verifier_name)} />
            </Field>
            <Field name="inspector_id" label={t('meter.inspector')}>
              <PersonField known={known(record?.inspector_id, record?.inspector_name)} />
            </Field>
            <Field name="lat" label={t('meter.lat')} extra={t('meter.coordinateHint')}>
              <InputNumber step={0.0001} />
            </Field>
            <Field name="lon" label={t('meter.lon')}>
              <InputNumber step={0.0001} />
            </Field>
          </>
        )}
        blank={{
          ...{ place: '', customer: '', accuracy_class: '', lat: null, lon: null },
          ...{ verify_date: null, due_date: null, verifier_id: null, inspector_id: null },
        }}
        empty={{ title: t('meter.emptyTitle'), text: t('meter.emptyText') }}
      />
      {assigned.length > 0 && <AssignForm ids={assigned} done={() => assign([])} close={() => assign([])} />}
    </>
  );
};

const Exceptions = ({ of: { exceptions, stopped } }: { of: Pick<MeterRow, 'exceptions' | 'stopped'> }) => {
  const { t } = useTranslation('metering');
  return (
    <>
      {stopped && <WordTag colour="red">{t('meter.stopped')}</WordTag>}{' '}
      <b className="meter-wrong">{t('meter.exceptionsOf', { count: exceptions })}</b>
    </>
  );
};
