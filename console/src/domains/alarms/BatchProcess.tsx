import { type Alarm, alarmResults, REMARK_LEAST } from '@plomb/contract/alarms/alarms';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import { Alert, Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmWord } from '../../lock/alarmWord.ts';
import { headOf } from '../../lock/names.ts';
import { failureWords, Refused } from '../../platform/answer.ts';
import { sayFailure, send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { FieldItem } from '../../ui/form/FieldItem.tsx';
import { markRefused } from '../../ui/form/Said.tsx';
import { SchemaContext } from '../../ui/form/schema.ts';
import { Wrong } from '../../ui/Wrong.tsx';

const { process, processMany } = alarmCalls.alarms;
type Outcome = { result: (typeof alarmResults)[number]; remark?: string };

interface Props {
  alarms: readonly Alarm[];
  /** those that are processed now */
  close: (done: readonly number[]) => void;
}

/** One result for several. If one of them cannot be processed none is; then each by itself, and which cannot is named. */
export const BatchProcess = ({ alarms, close }: Props) => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const results = useDictionary('alarm_result');
  const kinds = useDictionary('alarm_kind');
  const called = (alarm: Alarm): string => `${headOf(alarm)} ${alarmWord(kinds, alarm)}`;
  const needsRemark = alarms.some(({ severity }) => severity === 'critical');
  const [form] = Form.useForm<Outcome>();
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState<readonly { alarm: Alarm; why: unknown }[]>([]);
  /** of all of them: none was processed, as far as is known */
  const [failure, fail] = useState<unknown>(null);
  const [done, setDone] = useState<readonly number[]>([]);
  const submit = async ({ result, remark = '' }: Outcome): Promise<void> => {
    if (busy) return;
    setBusy(true);
    fail(null);
    const open = alarms.filter(({ id }) => !done.includes(id));
    const refused: { alarm: Alarm; why: unknown }[] = [];
    const closed = [...done];
    try {
      await send(processMany, { alarms: open.map(({ id, hits }) => ({ id, hits })), result, remark }, { quiet: true });
      closed.push(...open.map(({ id }) => id));
    } catch (error) {
      if (!(error instanceof Refused) || error.sign !== 'conflict') {
        if (error instanceof Refused && Object.keys(error.fields).length > 0) markRefused(form, error.fields);
        else fail(error);
        sayFailure(error);
        return setBusy(false);
      }
      for (const alarm of open)
        await send(process, { id: alarm.id, hits: alarm.hits, result, remark }, { quiet: true }).then(
          () => closed.push(alarm.id),
          (why: unknown) => refused.push({ alarm, why }),
        );
    }
    setBusy(false);
    setDone(closed);
    setLeft(refused);
    if (closed.length > 0) said(t('batch.processed', { count: closed.length }));
    if (refused.length === 0) close(closed);
  };
  return (
    <Modal
      open
      title={t('batch.title', { count: alarms.length - done.length })}
      okText={t('process.submit')}
      confirmLoading={busy}
      closable={!busy}
      keyboard={!busy}
      onOk={() => form.submit()}
      onCancel={() => close(done)}
    >
      <p>{t('batch.text', { names: alarms.slice(0, 6).map(called).join(', '), count: alarms.length })}</p>
      {left.map(({ alarm, why }) => (
        <Alert
          key={alarm.id}
          type="warning"
          showIcon
          title={t('batch.refused', { name: headOf(alarm), why: failureWords(why, lang) })}
        />
      ))}
      <Wrong words={failure === null ? '' : failureWords(failure, lang)} />
      <Form<Outcome> form={form} layout="vertical" onFinish={(values) => void submit(values)}>
        <SchemaContext value={processMany.input}>
          <FieldItem name="result" label={t('detail.result')}>
            <Radio.Group options={results.offered(alarmResults)} />
          </FieldItem>
          <FieldItem
            name="remark"
            label={`${t('detail.remark')} · ${needsRemark ? t('case.remarkLeast', { count: REMARK_LEAST }) : t('case.optional')}`}
            required={needsRemark}
          >
            <Input.TextArea rows={3} showCount />
          </FieldItem>
        </SchemaContext>
      </Form>
    </Modal>
  );
};
