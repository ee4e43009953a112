import { fieldErrors } from '@plomb/contract/errors';
import { personalCalls } from '@plomb/contract/personal/domain';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { Checkbox, DatePicker, Form, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { Field } from '../../ui/form/Field.tsx';
import { wrong } from '../../ui/form/Said.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';
import { ScopeField } from './ScopeField.tsx';

interface Typed {
  key_name: string;
  scope: string[];
  physical: boolean;
  expire_time: Dayjs;
  addresses: string[];
}

const initial = (): Partial<Typed> => ({
  scope: [],
  physical: false,
  addresses: [],
  expire_time: dayjs(serverNow()).add(90, 'day'),
});

const endOf = (day: Dayjs): string => day.endOf('day').toISOString();

export const ApiKeyForm = ({ made, close }: { made: (key: string) => Promise<void>; close: () => void }) => {
  const { t } = useTranslation('personal');
  const year = dayjs(serverNow()).add(1, 'year');
  const save = async ({ expire_time, ...typed }: Typed, _version: string, stored: () => void): Promise<void> => {
    const { key } = await send(personalCalls.apiKeys.add, { ...typed, expire_time: endOf(expire_time) });
    stored();
    await made(key);
  };
  return (
    <RecordForm<Typed>
      title={t('keys.add')}
      initial={initial()}
      save={save}
      close={close}
      schema={personalCalls.apiKeys.add.input}
    >
      <Field name="key_name" label={t('keys.name')} extra={t('keys.nameHint')}>
        <Input />
      </Field>
      <Field name="expire_time" label={t('keys.expiry')} extra={t('keys.expiryHint')} sent={endOf}>
        <DatePicker
          disabledDate={(day) => day.isBefore(dayjs(serverNow()), 'day') || day.isAfter(year, 'day')}
          allowClear={false}
        />
      </Field>
      <Field name="addresses" required={false} label={t('keys.addresses')} extra={t('keys.addressesHint')}>
        <Select mode="tags" tokenSeparators={[',', ' ', ';', '，', '；']} open={false} suffixIcon={null} />
      </Field>
      <Field name="scope" label={t('keys.scope')} extra={t('keys.scopeHint')}>
        <ScopeField />
      </Field>
      <Form.Item noStyle dependencies={['scope']}>
        {({ getFieldValue }) =>
          (getFieldValue('scope') as string[]).some((permit) => physicalPermits.has(permit)) && (
            <Form.Item
              name="physical"
              valuePropName="checked"
              extra={t('keys.physicalHint')}
              rules={[
                {
                  validator: (_, ticked: boolean) =>
                    ticked ? Promise.resolve() : Promise.reject(wrong(fieldErrors.keyPhysical)),
                },
              ]}
            >
              <Checkbox>{t('keys.physical')}</Checkbox>
            </Form.Item>
          )
        }
      </Form.Item>
    </RecordForm>
  );
};
