import { firmwareCalls } from '@plomb/contract/firmware/domain';
import { firmwareStates } from '@plomb/contract/firmware/steps';
import { canUpgrade } from '@plomb/contract/lock/upgrade';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDeviceOptions } from '../../lock/useDeviceOptions.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { UploadField } from '../../ui/form/UploadField.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import type { RowOf } from '../../ui/list/resourceTypes.ts';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { type Firmware, FirmwareSteps } from './FirmwareSteps.tsx';
import '../../ui/work.css';
import './firmware.css';

const of = firmwareCalls.firmware;

/** What may run on the locks of a type. */
export const FirmwarePage = () => {
  const { t } = useTranslation('firmware');
  const states = useDictionary('firmware_state');
  const types = useDeviceOptions()?.deviceTypes ?? [];
  return (
    <ResourcePage
      of={of}
      noun={t('noun')}
      columns={useColumns()}
      name={(one) => one.firmware_version}
      details={(one) => one.device_type_name}
      search={t('search')}
      filters={
        <>
          <FilterChip name="state" label={t('state')} options={states.offered(firmwareStates)} />
          <FilterChip
            name="device_type_id"
            label={t('type')}
            options={types.map((type) => ({ value: type.id, label: type.device_type_name }))}
          />
        </>
      }
      words={{ state: states.words }}
      allows={(action, one) => action === 'add' || one === undefined || one.state === 'draft'}
      detail={(one) => <Detail one={one} />}
      footer={(one) => <FirmwareSteps one={one} />}
      form={<Fields />}
      blank={{ maker_code: '', signature: '', remark: '' }}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      consequence={(names) => t('consequence', { names })}
    />
  );
};

const maybe = (time: string | null) => time && clockTime(time);

const useColumns = (): Column<RowOf<typeof of>>[] => {
  const { t } = useTranslation('firmware');
  const number = useNumber();
  return [
    { title: t('version'), dataIndex: 'firmware_version', sorter: true, width: 160, ellipsis: true },
    { title: t('type'), dataIndex: 'device_type_name', width: 140, ellipsis: true },
    {
      title: t('state'),
      dataIndex: 'state',
      width: 124,
      render: (state: string) => <DictTag code="firmware_state" value={state} />,
    },
    { title: t('bytes'), dataIndex: 'bytes', width: 100, align: 'end', render: number },
    { title: t('devices'), dataIndex: 'devices', width: 110, align: 'end', render: number },
    { title: t('remark'), dataIndex: 'remark', width: 220, ellipsis: true },
    { title: t('published'), dataIndex: 'publish_time', sorter: true, width: 168, render: maybe },
    { title: t('withdrawn'), dataIndex: 'withdraw_time', width: 168, render: maybe },
    { title: t('created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
  ];
};

const Detail = ({ one }: { one: Firmware }) => {
  const { t } = useTranslation('firmware');
  const number = useNumber();
  const by = (name: string, time: string): string => [clockTime(time), name].filter(Boolean).join(' · ');
  return (
    <Facts>
      <Fact name={t('state')}>
        <DictTag code="firmware_state" value={one.state} />
        <p>{t(`means.${one.state}`)}</p>
      </Fact>
      <Fact name={t('version')}>{one.firmware_version}</Fact>
      <Fact name={t('type')}>{one.device_type_name}</Fact>
      <Fact name={t('path')}>{t('byteCount', { count: one.bytes })}</Fact>
      <Fact name="SHA-256">
        <span className="firmware-hash">{one.sha256}</span>
      </Fact>
      <Fact name={t('signature')}>
        {one.signature === '' ? t('unsigned') : <span className="firmware-hash">{one.signature}</span>}
      </Fact>
      {one.maker_code !== '' && <Fact name={t('maker')}>{one.maker_code}</Fact>}
      <Fact name={t('devices')}>
        {number(one.devices)}
        <p>{t('devicesHint')}</p>
      </Fact>
      {one.remark !== '' && <Fact name={t('remark')}>{one.remark}</Fact>}
      <Fact name={t('created')}>{by(one.oper_name, one.create_time)}</Fact>
      {one.publish_time && <Fact name={t('published')}>{by(one.publish_name, one.publish_time)}</Fact>}
      {one.withdraw_time && <Fact name={t('withdrawn')}>{by(one.withdraw_name, one.withdraw_time)}</Fact>}
    </Facts>
  );
};

const Fields = () => {
  const { t } = useTranslation('firmware');
  const types = useDeviceOptions()?.deviceTypes ?? [];
  return (
    <>
      <div className="form-columns">
        <Field name="device_type_id" label={t('type')} extra={t('typeHint')}>
          <Select
            placeholder={t('chooseType')}
            options={types
              .filter(({ family }) => canUpgrade[family])
              .map((type) => ({ value: type.id, label: type.device_type_name }))}
          />
        </Field>
        <Field name="firmware_version" label={t('version')} extra={t('versionHint')}>
          <Input />
        </Field>
      </div>
      <Field name="firmware_path" label={t('path')} extra={t('pathHint')}>
        <FileField />
      </Field>
      <Field name="remark" label={t('remark')}>
        <Input.TextArea rows={3} />
      </Field>
      <div className="form-columns">
        <Field name="maker_code" label={t('maker')} extra={t('makerHint')}>
          <Input />
        </Field>
        <Field name="signature" label={t('signature')} extra={t('signatureHint')}>
          <Input />
        </Field>
      </div>
    </>
  );
};

const FileField = (field: { id?: string; value?: string | null; onChange?: (path: string | null) => void }) => {
  const { t } = useTranslation('firmware');
  return (
    <UploadField
      {...field}
      of={of.upload}
      accept=".bin,.img,.fw,application/octet-stream"
      words={{ choose: t('file.choose'), replace: t('file.replace') }}
    />
  );
};
