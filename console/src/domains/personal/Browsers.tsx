import { alarmKinds } from '@plomb/contract/lock/codes';
import { type Browser, browsers, type LeastSeverity } from '@plomb/contract/personal/browsers';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Radio, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords, Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { pushState, subscribe, subscribed, told } from '../../platform/push.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, useRelative } from '../../platform/time.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { markRefused } from '../../ui/form/Said.tsx';
import { agentOf } from './userAgent.ts';

type Choices = Pick<Browser, 'least' | 'kinds' | 'quiet_from' | 'quiet_until'>;
const usual: Choices = { least: 'warning', kinds: [], quiet_from: '', quiet_until: '' };

const hours = Array.from({ length: 48 }, (_, half) => {
  const value = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
  return { value, label: value };
});
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Notifications of alarms by the browser, while no console is open: this one's switch and choices, and the others of this person. */
export const Browsers = () => {
  const { t } = useTranslation('personal');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const [busy, setBusy] = useState(false);
  /** why it could not be switched on; '' = nothing */
  const [fault, setFault] = useState('');
  /** the browser's question was put away without an answer */
  const [unanswered, setUnanswered] = useState(false);
  // asked anew at each turn: whoever allows it in the browser's settings comes back to this page
  const state = pushState();
  const { data, error, refetch } = useQuery({
    queryKey: [browsers.list.path],
    queryFn: async () => {
      const endpoint = (await subscribed())?.endpoint;
      return send(browsers.list, { ...(endpoint && { endpoint }) }, { quiet: true });
    },
    refetchInterval: ({ state: { data: now } }) =>
      now?.rows.some(({ last }) => last?.state === 'waiting' || last?.state === 'sending') ? 1000 : 30_000,
  });
  if (!data)
    return error ? (
      <Alert
        type="error"
        showIcon
        title={failureWords(error, lang)}
        action={
          <Button size="small" onClick={() => void refetch()}>
            {ui('retry')}
          </Button>
        }
      />
    ) : (
      <Skeleton active />
    );
  const here = data.rows.find(({ current }) => current);
  const others = data.rows.filter(({ current }) => !current);

  const during = async (deed: () => Promise<void>, refused?: (why: Refused) => void): Promise<void> => {
    setBusy(true);
    setFault('');
    setUnanswered(false);
    try {
      await deed();
      await refetch();
    } catch (failure) {
      // a refusal was said by whoever sent it; a browser says why it gives no address in words of its own
      if (failure instanceof DOMException) setFault(failure.message);
      if (failure instanceof Refused) refused?.(failure);
    } finally {
      setBusy(false);
    }
  };
  const save = async (choices: Choices): Promise<void> => {
    const subscription = await subscribe(data.key);
    if (subscription) await send(browsers.save, { ...told(subscription), zone: zone(), ...choices });
    else setUnanswered(pushState() === 'default');
  };
  const remove = async ({ id, current }: Browser): Promise<void> => {
    if (current) await (await subscribed())?.unsubscribe();
    await send(browsers.remove, { id });
    said(t('browser.ended'));
  };
  return (
    <section aria-label={t('browser.title')}>
      <h2 className="personal-title">{t('browser.title')}</h2>
      <p>{t('browser.text')}</p>
      {!data.may && <Alert type="info" showIcon title={t('browser.mayNot')} />}
      {data.may && state !== 'granted' && state !== 'default' && (
        <Alert type="warning" showIcon title={t(`browser.state.${state}`)} description={t(`browser.help.${state}`)} />
      )}
      {data.may && state === 'default' && <p className="personal-note">{t('browser.help.default')}</p>}
      {fault !== '' && <Alert type="error" showIcon title={t('browser.failed')} description={fault} />}
      {unanswered && state === 'default' && (
        <Alert type="warning" showIcon title={t('browser.unanswered')} description={t('browser.help.denied')} />
      )}
      {data.may && (state === 'default' || state === 'granted') && !here && (
        <div className="personal-actions">
          <Button type="primary" loading={busy} onClick={() => void during(() => save(usual))}>
            {t('browser.switchOn')}
          </Button>
        </div>
      )}
      {here && (
        <Here
          key={`${here.least} ${here.kinds.join()} ${here.quiet_from} ${here.quiet_until}`}
          {...{ here, busy, save: (choices, refused) => void during(() => save(choices), refused) }}
          end={() => void during(() => remove(here))}
          test={() => void during(async () => void (await send(browsers.test, { id: here.id })))}
        />
      )}
      {others.length > 0 && (
        <ul className="entries" aria-label={t('browser.others')}>
          {others.map((one) => (
            <li key={one.id}>
              <div className="entry-text" title={one.user_agent}>
                <Name one={one} />
                <Became one={one} />
              </div>
              <Button
                disabled={busy}
                aria-label={t('browser.endNamed', { browser: nameOf(one) })}
                onClick={() => void during(() => remove(one))}
              >
                {t('browser.end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const nameOf = ({ user_agent, host }: Browser): string => {
  const { browser, system } = agentOf(user_agent);
  return [browser, system].filter(Boolean).join(' · ') || host;
};

const Name = ({ one }: { one: Browser }) => {
  const { t } = useTranslation('personal');
  return (
    <>
      <strong>{nameOf(one)}</strong> {one.current && <WordTag colour="blue">{t('browser.current')}</WordTag>}{' '}
      {one.refuses && <WordTag colour="red">{t('browser.refuses')}</WordTag>}
    </>
  );
};

/** Since when it is told, and what became of the last it was told. */
const Became = ({ one: { create_time, seen_time, last } }: { one: Browser }) => {
  const { t } = useTranslation('personal');
  const relative = useRelative();
  return (
    <small>
      <span>{t('browser.since', { time: clockTime(create_time) })}</span>
      <span>{t('browser.seen', { age: relative(seen_time) })}</span>
      {last ? (
        <span>
          {t('browser.last', { time: clockTime(last.time) })} <DictTag code="message_state" value={last.state} />{' '}
          {last.state !== 'sent' && last.answer}
        </span>
      ) : (
        <span>{t('browser.nothingYet')}</span>
      )}
    </small>
  );
};

interface HereProps {
  here: Browser;
  busy: boolean;
  save: (choices: Choices, refused: (why: Refused) => void) => void;
  end: () => void;
  test: () => void;
}

/** What this browser is told, with a test of it and a way out. */
const Here = ({ here, busy, save, end, test }: HereProps) => {
  const { t } = useTranslation('personal');
  const kinds = useDictionary('alarm_kind');
  const [form] = Form.useForm<Choices>();
  const levels: LeastSeverity[] = ['warning', 'critical'];
  return (
    <div className="personal-browser">
      <div className="entry-text" title={here.user_agent}>
        <Name one={here} />
        <Became one={here} />
      </div>
      {here.refuses && <Alert type="error" showIcon title={t('browser.refusesText')} />}
      <Form<Choices>
        form={form}
        layout="vertical"
        initialValues={here}
        onFinish={(choices) => save(choices, ({ fields }) => markRefused(form, fields))}
        className="personal-form"
      >
        <Form.Item name="least" label={t('browser.least')}>
          <Radio.Group options={levels.map((value) => ({ value, label: t(`browser.levels.${value}`) }))} />
        </Form.Item>
        <Form.Item name="kinds" label={t('browser.kinds')}>
          <Select mode="multiple" allowClear placeholder={t('browser.allKinds')} options={kinds.offered(alarmKinds)} />
        </Form.Item>
        <div className="personal-hours">
          <Form.Item name="quiet_from" label={t('browser.quietFrom')}>
            <Select showSearch options={[{ value: '', label: t('browser.never') }, ...hours]} />
          </Form.Item>
          <Form.Item name="quiet_until" label={t('browser.quietUntil')}>
            <Select showSearch options={[{ value: '', label: t('browser.never') }, ...hours]} />
          </Form.Item>
        </div>
        <p className="personal-note">{t('browser.quietHint', { zone: here.zone })}</p>
        <div className="personal-actions">
          <Button htmlType="submit" loading={busy}>
            {t('browser.save')}
          </Button>
          <Button disabled={busy} onClick={test}>
            {t('browser.test')}
          </Button>
          <Button disabled={busy} onClick={end}>
            {t('browser.switchOff')}
          </Button>
        </div>
      </Form>
    </div>
  );
};
