import { TeamOutlined } from '@ant-design/icons';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { isOwnName, type Signature } from '@plomb/contract/devices/signature';
import type { StockStep } from '@plomb/contract/devices/stockSteps';
import { fieldErrors } from '@plomb/contract/errors';
import { fileIdOf, pathOfFile } from '@plomb/contract/files/images';
import { useQuery } from '@tanstack/react-query';
import { Alert, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceOptions } from '../../lock/useDeviceOptions.ts';
import { PersonSelect } from '../../people/PersonSelect.tsx';
import { send } from '../../platform/client.ts';
import { useSession } from '../../platform/session.ts';
import { FieldItem } from '../../ui/form/FieldItem.tsx';
import { OrganisationSelect } from '../../ui/form/OrganisationSelect.tsx';
import { wrong } from '../../ui/form/Said.tsx';
import { ImageUpload } from '../../ui/ImageUpload.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import { SignatureField } from './SignatureField.tsx';

const { people, replacements } = deviceCalls.stock;

/** The contract leaves it out where nobody wants it; here somebody does. */
const must = {
  validator: async (_: unknown, value?: string) =>
    value?.trim() ? undefined : Promise.reject(wrong(fieldErrors.required)),
};

/** What a step asks for beside the devices: the contract says which of these there are. */
export const StockStepFields = ({
  step,
  numbers,
  witnessSigns,
}: {
  step: StockStep;
  numbers: readonly string[];
  /** with a password alone, or a code besides; null: it is named */
  witnessSigns: 'password' | 'code' | null;
}) => {
  const { t } = useTranslation('devices');
  const options = useDeviceOptions();
  const asked = deviceCalls.stock[step].input.shape;
  const me = useSession((s) => s.oper);
  return (
    <>
      {'receiver_id' in asked && (
        <FieldItem name="receiver_id" label={t('stock.receiver')} extra={t('stock.receiverHint')}>
          <PersonSelect of={people} words={{ hint: t('stock.personHint'), nobody: t('stock.nobody') }} />
        </FieldItem>
      )}
      {'org_id' in asked && (
        <FieldItem name="org_id" label={t('stock.toOrganisation')}>
          <OrganisationSelect of={options?.organizations} />
        </FieldItem>
      )}
      {'reason' in asked && (
        <FieldItem name="reason" label={t('stock.reason')}>
          <Input.TextArea rows={2} />
        </FieldItem>
      )}
      {'witness_id' in asked && (
        <FieldItem name="witness_id" label={t('stock.witness')} extra={t('stock.witnessHint')}>
          <PersonSelect of={people} words={{ hint: t('stock.personHint'), nobody: t('stock.nobody') }} butMe />
        </FieldItem>
      )}
      {witnessSigns && (
        <>
          <Alert className="stock-two" type="info" showIcon icon={<TeamOutlined />} title={t('stock.witnessSigns')} />
          <FieldItem name="witness_password" label={t('stock.witnessPassword')} required rules={[must]}>
            <Input type="password" autoComplete="off" />
          </FieldItem>
        </>
      )}
      {witnessSigns === 'code' && (
        <FieldItem name="witness_code" label={t('stock.witnessCode')} required rules={[must]}>
          <Input autoComplete="off" />
        </FieldItem>
      )}
      {'replacement' in asked && (
        <FieldItem name="replacement" label={t('stock.replacement')} extra={t('stock.replacementHint')}>
          <ReplacementSelect of={numbers} />
        </FieldItem>
      )}
      {'signature' in asked && (
        <FieldItem
          name="signature"
          label={t('signature.title')}
          validateTrigger={[]}
          rules={[
            {
              validator: async (_, signature?: Signature) =>
                signature?.by === 'typed' &&
                signature.name.trim() !== '' &&
                !isOwnName(signature.name, me?.oper_name ?? '')
                  ? Promise.reject(wrong(fieldErrors.signatureName))
                  : undefined,
            },
          ]}
        >
          <SignatureField own={me?.oper_name ?? ''} />
        </FieldItem>
      )}
      {'photo' in asked && (
        <FieldItem
          name="photo"
          label={t('stock.photo')}
          getValueProps={(id?: string) => ({ value: id ? pathOfFile(id) : '' })}
          getValueFromEvent={(path: string) => (path === '' ? undefined : fileIdOf(path))}
        >
          <ImageUpload purpose="custody" />
        </FieldItem>
      )}
    </>
  );
};

/** What replaces a device: of those nearby, found by number or name; or nothing does. */
const ReplacementSelect = ({
  of,
  ...field
}: {
  of: readonly string[];
  id?: string;
  value?: string;
  onChange?: (number: string) => void;
}) => {
  const { t } = useTranslation('devices');
  const figure = useNumber();
  const [keyword, setKeyword] = useState('');
  const number = of.length === 1 ? of[0] : undefined;
  const { data, isFetching } = useQuery({
    queryKey: [replacements.path, number, keyword],
    queryFn: () => send(replacements, { number: number!, keyword }, { quiet: true }),
    enabled: number !== undefined,
    placeholderData: (before) => before,
  });
  const found = number === undefined ? [] : (data?.rows ?? []);
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      placeholder={t('stock.replacementChoose')}
      options={[
        { value: 'none', label: t('stock.forcedEnd') },
        ...found.map(({ sn, device_name, distance }) => ({
          value: sn,
          label: `${sn} · ${device_name}${distance === null ? '' : ` · ${t('stock.away', { km: figure(Math.round(distance / 100) / 10) })}`}`,
        })),
      ]}
    />
  );
};
