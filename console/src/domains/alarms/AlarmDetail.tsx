import { type Alarm, alarmResults } from '@plomb/contract/alarms/alarms';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Modal, Radio } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { alarmAddress } from '../../lock/alarmAddress.ts';
import { alarmWord } from '../../lock/alarmWord.ts';
import { faultWord } from '../../lock/codes.ts';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { TrackButton } from '../../lock/TrackButton.tsx';
import { useSwipeWords } from '../../lock/useSwipeWords.ts';
import { Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSession } from '../../platform/session.ts';
import { clockTime, useRelative } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FieldItem } from '../../ui/form/FieldItem.tsx';
import { SchemaContext } from '../../ui/form/schema.ts';
import { Serial } from '../../ui/Serial.tsx';
import { AlarmBatch } from './AlarmBatch.tsx';
import { AlarmMark } from './AlarmMark.tsx';
import { LockNow } from './LockNow.tsx';
import { useStanding } from './standing.tsx';
import { wayTo } from './wayTo.ts';
import { whatOf } from './whatOf.ts';
import './detail.css';

/** An alarm: what, whose, since when, who cares about it, and how it ended. */
export const AlarmDetail = ({ alarm }: { alarm: Alarm }) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const severities = useDictionary('alarm_severity');
  const standing = useStanding();
  const faults = useDictionary('fault');
  const relative = useRelative();
  const swipeWords = useSwipeWords();
  return (
    <>
      <section className="alarm-head" data-severity={alarm.severity} data-status={alarm.status}>
        <AlarmMark severity={alarm.severity} size={40} />
        <div>
          <h2>{alarmWord(kinds, alarm)}</h2>
          <p>
            {severities.word(alarm.severity)} · {standing(alarm)} ·{' '}
            {t('detail.firstAgo', { age: relative(alarm.first_time) })}
          </p>
        </div>
      </section>
      {(alarm.late || alarm.doubtful) && (
        <p className="alarm-caution">{t(alarm.doubtful ? 'detail.doubtful' : 'detail.late')}</p>
      )}
      {alarm.unproved && <p className="alarm-caution">{t('detail.unproved')}</p>}
      <Facts>
        {alarm.seal ? (
          <>
            <Fact name={t('detail.seal')}>
              <Serial value={alarm.sn} copy />
            </Fact>
            <Fact name={t('detail.sealOn')} ifAny>
              {alarm.device_name}
            </Fact>
          </>
        ) : (
          <>
            <Fact name={t('list.device')}>
              <DeviceLink id={alarm.device_id}>{alarm.device_name}</DeviceLink>{' '}
              <DictTag code="out_of_use" value={alarm.out_of_use} />
            </Fact>
            <Fact name={t('detail.serial')}>
              <Serial value={alarm.sn} copy />
            </Fact>
            {alarm.subject && <Fact name={t('list.subject')}>{alarm.subject}</Fact>}
          </>
        )}
        {alarm.batch && (
          <Fact name={t('detail.batch')}>
            <AlarmBatch of={alarm.batch} />
          </Fact>
        )}
        <Fact name={t('list.organisation')}>{alarm.org_name}</Fact>
        {alarm.fault > 0 && <Fact name={t('detail.fault')}>{faultWord(faults, alarm.fault)}</Fact>}
        {alarm.swipe && (
          <>
            <Fact name={t('detail.card')}>{[alarm.swipe.card_name, alarm.swipe.card].filter(Boolean).join(' · ')}</Fact>
            <Fact name={t('detail.swipe')}>{swipeWords(alarm.swipe)}</Fact>
          </>
        )}
        {alarm.device_id !== null && <LockNow id={alarm.device_id} />}
        <Fact name={t('list.since')}>{clockTime(alarm.first_time)}</Fact>
        <Fact name={t('list.last')}>{clockTime(alarm.last_time)}</Fact>
        <Fact name={t('list.hits')}>{alarm.hits}</Fact>
        <Fact name={t('detail.place')}>
          <PlaceWords lon={alarm.lon} lat={alarm.lat} />
          {alarm.lon === null || alarm.lat === null
            ? t('detail.noPlace')
            : `${alarm.lat.toFixed(5)}, ${alarm.lon.toFixed(5)}`}
        </Fact>
        <Fact name={t('list.owner')}>{personNamed(alarm.owner, alarm.owner_login) || t('detail.notTaken')}</Fact>
        {alarm.status === 'processed' && (
          <>
            <Fact name={t('detail.processor')}>
              {personNamed(alarm.processor, alarm.processor_login) || t('detail.bySystem')}
            </Fact>
            <Fact name={t('detail.processTime')}>{alarm.process_time && clockTime(alarm.process_time)}</Fact>
            <Fact name={t('detail.result')}>
              <DictTag code="alarm_result" value={alarm.result} />
            </Fact>
            <Fact name={t('detail.remark')}>{alarm.remark || t('detail.noRemark')}</Fact>
          </>
        )}
      </Facts>
    </>
  );
};

/** What can be done about it: look, take it, process it. */
export const AlarmFooter = ({ alarm }: { alarm: Alarm }) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const may = useMay();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [processing, setProcessing] = useState(false);
  const open = alarm.status === 'unprocessed' && may(alarmCalls.alarms.process);

  const reload = (): Promise<unknown> =>
    Promise.all(
      [alarmCalls.alarms.list.path, alarmCalls.alarms.detail.path, alarmCalls.alarms.count.path].map((path) =>
        queries.invalidateQueries({ queryKey: [path] }),
      ),
    );
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      await send(alarmCalls.alarms.claim, { id: alarm.id });
      said(t('toast.taken', whatOf(kinds, alarm)));
    } catch {
      // said by the client
    } finally {
      setBusy(false);
      await reload();
    }
  };
  return (
    <>
      {open && (
        <Button type={alarm.owner === '' ? 'default' : 'primary'} onClick={() => setProcessing(true)}>
          {t('detail.process')}
        </Button>
      )}
      {open && alarm.owner === '' && (
        <Button type="primary" loading={busy} onClick={() => void take()}>
          {t('detail.take')}
        </Button>
      )}
      <Button onClick={() => void navigate(alarmAddress(alarm))}>{t(`detail.${wayTo(alarm)}`)}</Button>
      {alarm.device_id !== null && <TrackButton device={alarm.device_id} at={alarm.first_time} />}
      {processing && (
        <ProcessDialog
          alarm={alarm}
          close={(done) => {
            setProcessing(false);
            if (done) void reload();
          }}
        />
      )}
    </>
  );
};

type Outcome = { result: (typeof alarmResults)[number]; remark?: string };

/** How an alarm ended, asked of who ends it. */
export const ProcessDialog = ({ alarm, close }: { alarm: Alarm; close: (done: boolean) => void }) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const results = useDictionary('alarm_result');
  const what = whatOf(kinds, alarm);
  const self = useSession((s) => s.oper?.login_name);
  const [form] = Form.useForm<Outcome>();
  const choice = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  // as it was read: what rings while somebody types is another deed, and is not closed with the first
  const [read, setRead] = useState(alarm);
  const readAgain = async (): Promise<void> => {
    const now = await send(alarmCalls.alarms.detail, { id: alarm.id });
    if (now.status === 'unprocessed') setRead(now);
    else close(true);
  };
  const submit = async ({ result, remark = '' }: Outcome): Promise<void> => {
    setBusy(true);
    try {
      await send(alarmCalls.alarms.process, { id: alarm.id, hits: read.hits, result, remark });
      said(t('process.done', what));
      close(true);
    } catch (error) {
      // somebody else was quicker, or it rang again: what was typed stays for that
      if (error instanceof Refused && error.sign === 'conflict') await readAgain().catch(() => undefined);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('process.title')}
      okText={t('process.submit')}
      confirmLoading={busy}
      mask={{ closable: false }}
      // it would not be taken back
      closable={!busy}
      keyboard={!busy}
      cancelButtonProps={{ disabled: busy }}
      footer={(_, { OkBtn, CancelBtn }) => (
        <div className="process-footer">
          <b className="process-whose">{what.device}</b>
          <CancelBtn />
          <OkBtn />
        </div>
      )}
      onOk={() => form.submit()}
      onCancel={() => close(false)}
      // else the first thing in it, the cross that closes it, holds the focus
      afterOpenChange={(open) => open && choice.current?.querySelector('input')?.focus()}
    >
      <p>{t('process.text', what)}</p>
      {read.hits > alarm.hits && (
        <Alert
          type="warning"
          showIcon
          title={t('process.rangAgain', { time: clockTime(read.last_time), count: read.hits })}
        />
      )}
      {alarm.owner && alarm.owner_login !== self && (
        <Alert
          type="warning"
          showIcon
          title={t('process.takenBy', { name: personNamed(alarm.owner, alarm.owner_login) })}
        />
      )}
      <Form<Outcome> form={form} layout="vertical" onFinish={(values) => void submit(values)}>
        <SchemaContext value={alarmCalls.alarms.process.input}>
          <FieldItem name="result" label={t('detail.result')}>
            <Radio.Group ref={choice} options={results.offered(alarmResults)} />
          </FieldItem>
          <FieldItem name="remark" label={t('detail.remark')}>
            <Input.TextArea rows={3} showCount />
          </FieldItem>
        </SchemaContext>
      </Form>
    </Modal>
  );
};
