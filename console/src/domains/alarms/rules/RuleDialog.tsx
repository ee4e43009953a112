import { AlarmSeverity } from '@plomb/contract/alarms/alarms';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import type { AlarmRule } from '@plomb/contract/alarms/rules';
import { isGuarding } from '@plomb/contract/alarms/severity';
import type { InputOf } from '@plomb/contract/kit/call';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, InputNumber, Modal, Radio, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScheduleField } from '../../../lock/ScheduleField.tsx';
import { Refused } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { said } from '../../../platform/notices.ts';
import { clockTime } from '../../../platform/time.ts';
import { FieldItem } from '../../../ui/form/FieldItem.tsx';
import { markRefused } from '../../../ui/form/Said.tsx';
import { SchemaContext } from '../../../ui/form/schema.ts';
import { type House, useRuleWords } from './useRuleWords.ts';

const { list, set, remove, history } = alarmCalls.alarmRules;
type Values = Omit<InputOf<typeof set>, 'org_id' | 'kind'>;

interface Props {
  rule: AlarmRule;
  org: { id: number; name: string };
  house: House;
  recipients: readonly { id: number; config_name: string }[];
  close: () => void;
}

/** What a kind is to do in an organisation; what it says now stands in it, whoever said so. */
export const RuleDialog = ({ rule, org, house, recipients, close }: Props) => {
  const { t } = useTranslation('alarms/rules');
  const kinds = useDictionary('alarm_kind');
  const severities = useDictionary('alarm_severity');
  const queries = useQueryClient();
  const may = useMay();
  const words = useRuleWords(house);
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const on = Form.useWatch('is_on', form) ?? rule.is_on;
  const severity = Form.useWatch('severity', form) ?? rule.severity;
  const schedule = Form.useWatch('schedule', form) ?? null;
  const kind = kinds.word(rule.kind);
  const guards = isGuarding(rule.kind);
  const changes = useQuery({
    queryKey: [history.path, org.id, rule.kind],
    queryFn: () => send(history, { org_id: org.id, kind: rule.kind }, { quiet: true }),
  }).data?.rows;
  const act = async (deed: () => Promise<unknown>, sentence: string): Promise<void> => {
    setBusy(true);
    try {
      await deed();
      await queries.invalidateQueries({ queryKey: [list.path] });
      said(sentence);
      close();
    } catch (error) {
      if (error instanceof Refused) markRefused(form, error.fields);
    } finally {
      setBusy(false);
    }
  };
  const people = (
    <Select mode="multiple" options={recipients.map((one) => ({ value: one.id, label: one.config_name }))} />
  );
  return (
    <Modal
      open
      width={620}
      title={t('title', { kind, org: org.name })}
      okText={t('save')}
      onOk={() => form.submit()}
      onCancel={close}
      confirmLoading={busy}
      mask={{ closable: false }}
    >
      {guards && <Alert type="warning" showIcon title={t('guards')} />}
      <Form
        form={form}
        layout="vertical"
        className="alarm-rule-form"
        initialValues={{
          is_on: rule.is_on,
          severity: rule.severity,
          schedule: rule.schedule,
          again_minutes: rule.again_minutes,
          further_minutes: rule.further_minutes,
          // of another organisation's rule nobody here is named
          told: rule.from === 'own' ? rule.told.map(({ id }) => id) : [],
          told_further: rule.from === 'own' ? rule.told_further.map(({ id }) => id) : [],
          reason: rule.from === 'own' ? rule.reason : '',
        }}
        onFinish={() =>
          void act(
            // what is hidden counts too
            () => send(set, { ...(form.getFieldsValue(true) as Values), org_id: org.id, kind: rule.kind }),
            t('saved', { kind }),
          )
        }
      >
        <SchemaContext value={set.input}>
          {!guards && (
            <FieldItem name="is_on" label={t('rings')} valuePropName="checked">
              <Switch />
            </FieldItem>
          )}
          {on && (
            <>
              <FieldItem name="severity" label={t('severity')}>
                <Radio.Group
                  options={severities.offered(AlarmSeverity.options.filter((one) => !guards || one !== 'info'))}
                />
              </FieldItem>
              {!guards && (
                <FieldItem name="schedule" label={t('when')} {...(schedule ? { extra: t('outside') } : {})}>
                  <ScheduleField />
                </FieldItem>
              )}
              <FieldItem name="told" label={t('toldLabel')} extra={t('toldHint')}>
                {people}
              </FieldItem>
              {severity !== 'info' && (
                <>
                  <div className="alarm-rule-minutes">
                    <FieldItem name="again_minutes" label={t('againLabel')}>
                      <InputNumber placeholder={t('house', { minutes: house.again })} />
                    </FieldItem>
                    <FieldItem name="further_minutes" label={t('furtherMinutes')}>
                      <InputNumber placeholder={t('house', { minutes: house.further })} />
                    </FieldItem>
                  </div>
                  <FieldItem name="told_further" label={t('furtherLabel')} extra={t('furtherHint')}>
                    {people}
                  </FieldItem>
                </>
              )}
            </>
          )}
          <FieldItem name="reason" label={t('reason')} required={guards && severity !== 'critical'}>
            <Input.TextArea rows={2} />
          </FieldItem>
        </SchemaContext>
      </Form>
      {rule.from === 'own' && may(remove) && (
        <Button
          disabled={busy}
          onClick={() => void act(() => send(remove, { org_id: org.id, kind: rule.kind }), t('inherited', { kind }))}
        >
          {t('inherit')}
        </Button>
      )}
      <section className="alarm-rule-history">
        <h3>{t('history')}</h3>
        {changes?.length === 0 && <p>{t('noHistory')}</p>}
        <ul>
          {changes?.map((one) => (
            <li key={one.id}>
              <time dateTime={one.time}>{clockTime(one.time)}</time> {one.changed_by || t('byPlatform')}
              <span>{words.change(one)}</span>
            </li>
          ))}
        </ul>
      </section>
    </Modal>
  );
};
