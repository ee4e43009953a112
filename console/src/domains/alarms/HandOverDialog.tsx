import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { FieldItem } from '../../ui/form/FieldItem.tsx';
import { SchemaContext } from '../../ui/form/schema.ts';
import { useSettled } from '../../ui/useSettled.ts';
import { whatOf } from './whatOf.ts';

const { people, handOver, escalate } = alarmCalls.alarms;

interface Props {
  alarm: Alarm;
  close: (done: boolean) => void;
}

/** To whom an alarm goes, asked of who has it. */
export const HandOverDialog = ({ alarm, close }: Props) => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('alarm_kind');
  const [form] = Form.useForm<{ operator_id: number; reason?: string }>();
  const [typed, type] = useState('');
  const keyword = useSettled(typed, 250);
  const [busy, setBusy] = useState(false);
  const { data, error, isFetching } = useQuery({
    queryKey: [people.path, alarm.id, keyword],
    queryFn: ({ signal }) => send(people, { id: alarm.id, keyword }, { quiet: true, signal }),
  });
  const submit = async ({ operator_id, reason = '' }: { operator_id: number; reason?: string }): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await send(handOver, { id: alarm.id, operator_id, reason });
      const name = data?.rows.find(({ id }) => id === operator_id)?.oper_name ?? '';
      said(t('handOver.done', { ...whatOf(kinds, alarm), name }));
      close(true);
    } catch {
      setBusy(false); // said by the client
    }
  };
  return (
    <Modal
      open
      title={t('handOver.title')}
      okText={t('handOver.submit')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={() => close(false)}
    >
      <p>{t('handOver.text', whatOf(kinds, alarm))}</p>
      <Form form={form} layout="vertical" onFinish={(values) => void submit(values)}>
        <SchemaContext value={handOver.input}>
          <FieldItem name="operator_id" label={t('handOver.to')}>
            <Select
              showSearch={{ filterOption: false, onSearch: type }}
              loading={isFetching}
              placeholder={t('handOver.choose')}
              notFoundContent={error ? failureWords(error, lang) : t('handOver.nobody')}
              options={(data?.rows ?? []).map(({ id, oper_name, org_name }) => ({
                value: id,
                label: `${oper_name} · ${org_name}`,
              }))}
            />
          </FieldItem>
          <FieldItem name="reason" label={t('handOver.reason')}>
            <Input />
          </FieldItem>
        </SchemaContext>
      </Form>
    </Modal>
  );
};

/** Up, asked with why: nobody has it then, and who is told next is told at once. */
export const EscalateDialog = ({ alarm, close }: Props) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const [form] = Form.useForm<{ reason: string }>();
  const [busy, setBusy] = useState(false);
  const submit = async ({ reason }: { reason: string }): Promise<void> => {
    setBusy(true);
    try {
      await send(escalate, { id: alarm.id, reason });
      said(t('escalate.done', whatOf(kinds, alarm)));
      close(true);
    } catch {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('escalate.title')}
      okText={t('escalate.submit')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={() => close(false)}
    >
      <p>{t('escalate.text', whatOf(kinds, alarm))}</p>
      <Form form={form} layout="vertical" onFinish={(values) => void submit(values)}>
        <SchemaContext value={escalate.input}>
          <FieldItem name="reason" label={t('escalate.reason')}>
            <Input.TextArea rows={2} />
          </FieldItem>
        </SchemaContext>
      </Form>
    </Modal>
  );
};
