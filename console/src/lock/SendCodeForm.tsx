import { type MessageChannel, messageChannels } from '@plomb/contract/messages/channels';
import { codeWindow, lockCodes } from '@plomb/contract/orders/lockCodes';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, InputNumber, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../platform/answer.ts';
import { send } from '../platform/client.ts';
import { useDictionary } from '../platform/dictionaries.ts';
import { said } from '../platform/notices.ts';
import { pressKey } from '../platform/pressKey.ts';
import { useSettings } from '../platform/settings.ts';
import { clockTime } from '../platform/time.ts';
import { Field } from '../ui/form/Field.tsx';
import { RecordForm } from '../ui/list/RecordForm.tsx';
import { ownTimeZone } from '../ui/saveFile.ts';
import { headOf, namesOf } from './names.ts';
import type { OrderProps } from './OrderDialog.tsx';

interface Typed {
  who: 'operator' | 'other';
  receiver_id?: number;
  name: string;
  channel: MessageChannel;
  address: string;
  address_again: string;
  minutes: number;
  reason: string;
}

/** Sends the one-time password to one person: an operator who is reached, or somebody else whose address is typed twice. */
export const SendCodeForm = ({ lock, onClose }: Pick<OrderProps, 'lock' | 'onClose'>) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const channels = useDictionary('message_channel');
  // sent again because no answer came, it is the same one
  const [idempotency_key] = useState(pressKey);
  const [keyword, search] = useState('');
  const { data, error } = useQuery({
    queryKey: [lockCodes.receivers.path, keyword],
    queryFn: () => send(lockCodes.receivers, { keyword }, { quiet: true }),
    placeholderData: (before) => before,
  });
  const save = async (typed: Typed, _version: string, stored: () => void): Promise<void> => {
    const { who, receiver_id, name, address, address_again, ...rest } = typed;
    const to = who === 'operator' ? { receiver_id } : { name, address, address_again };
    const input = { device_id: lock.id, idempotency_key, timeZone: ownTimeZone(), ...rest, ...to };
    const { recipient, until_time, cut } = await send(lockCodes.send, input, { about: namesOf(lock) });
    stored();
    said(t(cut ? 'code.sentCut' : 'code.sent', { recipient, time: clockTime(until_time) }));
    onClose();
  };
  const receivers = data?.rows ?? [];
  return (
    <RecordForm<Typed>
      title={t('code.title', { name: headOf(lock) })}
      verb={t('code.send')}
      initial={{
        ...{ who: 'operator', name: '', channel: 'sms', address: '', address_again: '' },
        ...{ minutes: codeWindow.usual, reason: '' },
      }}
      save={save}
      close={onClose}
      schema={lockCodes.send.input}
    >
      <Alert type="info" showIcon title={t('code.what')} />
      <Form.Item name="who" label={t('code.who')}>
        <Radio.Group
          options={(['operator', 'other'] as const).map((who) => ({ value: who, label: t(`code.to.${who}`) }))}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['who', 'receiver_id']}>
        {({ getFieldValue, setFieldValue }) => {
          const isOperator = getFieldValue('who') === 'operator';
          const chosen = receivers.find(({ id }) => id === getFieldValue('receiver_id'));
          const ways = isOperator && chosen ? chosen.channels : messageChannels;
          return (
            <>
              {isOperator ? (
                <>
                  {error && <Alert type="error" showIcon title={failureWords(error, lang)} />}
                  {data && receivers.length === 0 && keyword === '' && (
                    <Alert type="warning" showIcon title={t('code.nobody')} />
                  )}
                  <Field name="receiver_id" required label={t('code.receiver')} extra={t('code.receiverHint')}>
                    <Select
                      onChange={(id: number) => {
                        // a way that the chosen one cannot be reached by is none to leave ticked
                        const reached = receivers.find((one) => one.id === id)?.channels ?? [];
                        const [first] = reached;
                        if (first && !reached.includes(getFieldValue('channel'))) setFieldValue('channel', first);
                      }}
                      showSearch={{ filterOption: false, onSearch: search }}
                      options={receivers.map((one) => ({
                        value: one.id,
                        label: `${one.oper_name} ${one.login_name} · ${one.org_name}`,
                      }))}
                    />
                  </Field>
                </>
              ) : (
                <Field name="name" required label={t('code.name')}>
                  <Input autoComplete="off" />
                </Field>
              )}
              <Field name="channel" label={t('code.channel')}>
                <Radio.Group
                  options={messageChannels.map((way) => ({
                    value: way,
                    label: channels.word(way),
                    disabled: !ways.includes(way),
                  }))}
                />
              </Field>
              {!isOperator && (
                <>
                  <Field name="address" required label={t('code.address')}>
                    <Input autoComplete="off" />
                  </Field>
                  <Field name="address_again" required label={t('code.addressAgain')}>
                    <Input autoComplete="off" onPaste={(e) => e.preventDefault()} />
                  </Field>
                </>
              )}
            </>
          );
        }}
      </Form.Item>
      <Field name="minutes" label={t('code.minutes')} extra={t('code.minutesHint')}>
        <InputNumber min={codeWindow.min} max={codeWindow.max} precision={0} />
      </Field>
      <Field name="reason" required label={t('code.reason')}>
        <Input.TextArea rows={3} />
      </Field>
    </RecordForm>
  );
};
