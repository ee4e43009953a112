import { assignedOrders } from '@plomb/contract/batches/assignments';
import { authorisationLimits } from '@plomb/contract/friends/authorisations';
import { friendCalls } from '@plomb/contract/friends/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, DatePicker, Form, Input, InputNumber, Radio, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areasOf, type DrawnArea, drawnAll, drawnOnly } from '../../lock/holds/drawnAreas.ts';
import { numbersIn } from '../../lock/numbersIn.ts';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { pressKey } from '../../platform/pressKey.ts';
import { useSettings } from '../../platform/settings.ts';
import { Field } from '../../ui/form/Field.tsx';
import { later } from '../../ui/later.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';
import { useFriendsAnew } from './useFriendNews.ts';

const { authorisations, friends } = friendCalls;
const AreasField = later(async () => (await import('../../lock/holds/AreasField.tsx')).AreasField, { ahead: false });

interface Typed {
  person_id: number;
  numbers: string;
  orders: (typeof assignedOrders)[number];
  max_uses?: number | null;
  inside: boolean;
  areas?: DrawnArea[];
  from_time: Dayjs;
  until_time?: Dayjs;
  permanent: boolean;
  reason: string;
}

const momentOf = (time: Dayjs | undefined): string | undefined => time?.toISOString();
const foundIn = (text: string | undefined): string[] => numbersIn(text ?? '').found;

/** In four steps: who, which devices, what and how long, why. To apply for devices of a friend's, or to grant a friend one's own. */
export const AskForm = ({ how, close }: { how: 'apply' | 'grant'; close: () => void }) => {
  const { t } = useTranslation('friends');
  const lang = useSettings((s) => s.lang);
  const choices = useDictionary('assigned_orders');
  const anew = useFriendsAnew();
  // sent again because no answer came, it is the same one
  const [idempotency_key] = useState(pressKey);
  const { data, error } = useQuery({
    queryKey: [friends.list.path],
    queryFn: () => send(friends.list, {}, { quiet: true }),
  });
  /** What is no number is not left out in silence. */
  const noStrange = async (_: unknown, text: string | undefined): Promise<void> => {
    const { strange } = numbersIn(text ?? '');
    if (strange.length > 0) throw new Error(t('auth.strange', { numbers: strange.slice(0, 5).join(' ') }));
  };
  const save = async (typed: Typed, _version: string, stored: () => void): Promise<void> => {
    const { person_id, numbers, orders, max_uses, inside, areas, from_time, until_time, permanent, reason } = typed;
    const asked = {
      person_id,
      numbers: foundIn(numbers),
      orders,
      max_uses: orders === 'unseal' ? (max_uses ?? null) : null,
      areas: orders === 'unseal' && inside ? areasOf(areas) : null,
      from_time: from_time.toISOString(),
      until_time: permanent || !until_time ? null : until_time.toISOString(),
      reason,
      idempotency_key,
    };
    await send(authorisations[how], asked);
    stored();
    said(t(`auth.${how}.sent`));
    close();
    await anew();
  };
  return (
    <RecordForm<Typed>
      title={t(`auth.${how}.title`)}
      verb={t(`auth.${how}.send`)}
      initial={{
        numbers: '',
        permanent: false,
        inside: false,
        areas: [{ name: '', area: null }],
        from_time: dayjs(serverNow()),
        until_time: dayjs(serverNow()).add(7, 'day'),
        reason: '',
      }}
      save={save}
      close={close}
      schema={authorisations[how].input}
    >
      <h3>{t('auth.step.who')}</h3>
      {data?.rows.length === 0 && <Alert type="info" showIcon title={t('auth.noFriends')} />}
      {error && <Alert type="error" showIcon title={t('auth.friendsFailed', { why: failureWords(error, lang) })} />}
      <Field name="person_id" label={t(`auth.${how}.person`)} extra={t(`auth.${how}.personHint`)}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={(data?.rows ?? []).map((one) => ({
            value: one.id,
            label: `${personNamed(one.oper_name, one.login_name)} · ${one.org_name}`,
          }))}
        />
      </Field>
      <h3>{t('auth.step.which')}</h3>
      <Field
        name="numbers"
        label={t('auth.numbers')}
        extra={t(`auth.${how}.numbersHint`)}
        sent={foundIn}
        rules={[{ validator: noStrange }]}
      >
        <Input.TextArea rows={4} />
      </Field>
      <h3>{t('auth.step.long')}</h3>
      <Field name="orders" label={t('auth.may')}>
        <Radio.Group options={assignedOrders.map((orders) => ({ value: orders, label: choices.word(orders) }))} />
      </Field>
      <Form.Item noStyle dependencies={['orders']}>
        {({ getFieldValue }) =>
          getFieldValue('orders') === 'unseal' && (
            <>
              <Field name="max_uses" label={t('auth.maxUses')} extra={t('auth.maxUsesHint')}>
                <InputNumber min={1} max={authorisationLimits.uses} precision={0} />
              </Field>
              <Form.Item name="inside" valuePropName="checked">
                <Checkbox>{t('auth.insideAsk')}</Checkbox>
              </Form.Item>
            </>
          )
        }
      </Form.Item>
      <Form.Item noStyle dependencies={['orders', 'inside']}>
        {({ getFieldValue }) =>
          getFieldValue('orders') === 'unseal' &&
          getFieldValue('inside') && (
            <Field
              name="areas"
              label={t('auth.areas')}
              extra={t('auth.areasHint')}
              sent={drawnOnly}
              rules={[{ validator: drawnAll }]}
            >
              <AreasField />
            </Field>
          )
        }
      </Form.Item>
      <Field name="from_time" label={t('auth.from')} sent={momentOf}>
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" allowClear={false} />
      </Field>
      <Form.Item name="permanent" valuePropName="checked">
        <Checkbox>{t('auth.permanentAsk')}</Checkbox>
      </Form.Item>
      <Form.Item noStyle dependencies={['permanent']}>
        {({ getFieldValue }) =>
          !getFieldValue('permanent') && (
            <Field name="until_time" label={t('auth.until')} extra={t('auth.untilHint')} sent={momentOf}>
              <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" allowClear={false} />
            </Field>
          )
        }
      </Form.Item>
      <h3>{t('auth.step.why')}</h3>
      <Field name="reason" label={t('auth.reason')}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
      <Alert type="info" showIcon title={t(`auth.${how}.outcome`)} />
    </RecordForm>
  );
};
