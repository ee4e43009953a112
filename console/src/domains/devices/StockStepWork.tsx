import { CheckCircleOutlined, CloseCircleOutlined, DeleteOutlined } from '@ant-design/icons';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { type Checked, MOST_DEVICES } from '@plomb/contract/devices/stock';
import { type StockStep, stockSteps } from '@plomb/contract/devices/stockSteps';
import { errors } from '@plomb/contract/errors';
import { fill } from '@plomb/contract/kit/text';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, type InputRef } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numbersIn } from '../../lock/numbersIn.ts';
import { Battery } from '../../lock/sign/Battery.tsx';
import { failureWords, Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { sealedFor } from '../../platform/signIn.ts';
import { useRelative } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { markRefused } from '../../ui/form/Said.tsx';
import { SchemaContext } from '../../ui/form/schema.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePage, useTabTitle } from '../../ui/page.ts';
import { Serial } from '../../ui/Serial.tsx';
import { useUnsavedGuard } from '../../ui/useUnsavedGuard.ts';
import { StockIncoming } from './StockIncoming.tsx';
import { StockStepFields } from './StockStepFields.tsx';
import { changeDraft, draftOf, joinDraft, useStockDraft } from './stockDraft.ts';

const { check, list, summary, incoming } = deviceCalls.stock;
/** what the witness types */
const ofWitness = ['witness_password', 'witness_code'] as const;

/** A verdict is of a moment: it is asked anew this often while somebody looks at it. */
const ANEW = 15_000;

/**
 * One step for one device or many: numbers are scanned, typed or pasted, each is judged at once, and those that are fit go
 * on without the others. Nothing has happened before the last button.
 */
export const StockStepWork = ({
  step,
  first,
  leave,
}: {
  step: StockStep;
  first: readonly string[];
  leave: () => void;
}) => {
  const { t } = useTranslation('devices');
  const steps = useDictionary('stock_step');
  const queries = useQueryClient();
  const { active } = usePage();
  const [zh, en] = [useDictionary('stock_step', 'zh'), useDictionary('stock_step', 'en')];
  useTabTitle({ zh: zh.word(step), en: en.word(step) });
  const lang = useSettings((s) => s.lang);
  const [form] = Form.useForm<Record<string, unknown>>();
  const draft = useStockDraft(step);
  const { numbers } = draft;
  const joined = useRef(false);
  useEffect(() => {
    // once: what is dropped does not come back with the page
    if (!joined.current) joinDraft(step, first);
    joined.current = true;
  }, [step, first]);
  const setNumbers = (to: (now: readonly string[]) => readonly string[]): void => changeDraft(step, to);
  const [opened] = useState(serverNow);
  const isKept = draft.time !== null && Date.parse(draft.time) < opened;
  const relative = useRelative();
  const [touched, setTouched] = useState(false);
  const [typed, setTyped] = useState('');
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const scan = useRef<InputRef>(null);
  const saved = useRef(false);
  const name = useId();
  // the numbers are kept
  useUnsavedGuard(touched, saved);

  // to whom or where they go decides whether they can
  const receiver_id = Form.useWatch<number | undefined>('receiver_id', form);
  const org_id = Form.useWatch<number | undefined>('org_id', form);
  const goal = {
    ...(step === 'issue' && receiver_id !== undefined && { receiver_id }),
    ...(step === 'transfer' && org_id !== undefined && { org_id }),
  };
  const { data, isFetching, error } = useQuery({
    queryKey: [check.path, step, numbers, goal, lang],
    queryFn: () => send(check, { step, numbers: [...numbers], ...goal }, { quiet: true }),
    enabled: numbers.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: active ? ANEW : false,
  });
  const signs = data?.witness_signs ?? false;
  const verdicts = new Map((numbers.length > 0 ? (data?.rows ?? []) : []).map((row) => [row.number, row]));
  const fit = numbers.filter((number) => verdicts.get(number)?.refusal === null);
  const unfit = numbers.filter((number) => verdicts.get(number)?.refusal);
  const unknown = numbers.length - fit.length - unfit.length;

  const add = (text: string): void => {
    const { found, strange } = numbersIn(text);
    // what is to be corrected stays, and gives way to the next one that is scanned
    if (found.length === 0 && text === typed) scan.current?.select();
    else setTyped('');
    const fresh = found.filter((number) => !numbers.includes(number));
    const room = MOST_DEVICES - numbers.length;
    setNumbers((now) => [...fresh.slice(0, room).reverse(), ...now]);
    const twice = found.length - fresh.length;
    setNotice(
      [
        strange.length > 0 && t('stock.strange', { count: strange.length, first: strange.slice(0, 3).join(' ') }),
        twice > 0 && t('stock.twice', { count: twice }),
        fresh.length > room && t('stock.most', { count: MOST_DEVICES }),
      ]
        .filter(Boolean)
        .join(' '),
    );
  };
  const drop = (gone: readonly string[]): void => {
    setNumbers((now) => now.filter((number) => !gone.includes(number)));
    scan.current?.focus();
  };
  const take = async (asked: Record<string, unknown>): Promise<void> => {
    setBusy(true);
    try {
      const { path } = deviceCalls.stock[step];
      const { witness_password: password, witness_code: code, ...rest } = asked;
      const signed = signs && {
        witness_password: await sealedFor(path, String(password)),
        ...(asksCode && { witness_code: String(code) }),
      };
      await send(deviceCalls.stock[step] as typeof deviceCalls.stock.stock_in, {
        ...rest,
        ...signed,
        numbers: [...fit],
      });
      said(t('stock.done', { step: steps.word(step), count: fit.length }));
      setNumbers((now) => now.filter((number) => !fit.includes(number)));
      form.resetFields([...ofWitness]);
      // it was for these, and for no others
      if ('signature' in deviceCalls.stock[step].input.shape) form.resetFields(['signature']);
      await Promise.all(
        [list, summary, incoming, check, deviceCalls.devices.list, deviceCalls.devices.detail].map(({ path }) =>
          queries.invalidateQueries({ queryKey: [path] }),
        ),
      );
      // others may have been scanned meanwhile
      saved.current = draftOf(step).numbers.length === 0;
      if (saved.current) leave();
    } catch (error) {
      // said by the client; what each number is fit for is asked anew
      if (error instanceof Refused) markRefused(form, error.fields);
      const isCode = error instanceof Refused && error.sign === 'secondFactor';
      if (isCode) setAsksCode(true);
      // it is somebody else's, and does not stay for whoever presses next
      form.resetFields(isCode ? ['witness_code'] : [...ofWitness]);
      await queries.invalidateQueries({ queryKey: [check.path] });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="stock-work">
      <PageHeader title={steps.word(step)} actions={<Button onClick={leave}>{t('stock.back')}</Button>} />
      <p className="stock-what">{t(`stock.about.${step}`)}</p>
      <div className="stock-columns">
        <div className="stock-numbers">
          <div className="stock-scan">
            <label htmlFor={name}>{t('stock.scan')}</label>
            <Input
              id={name}
              ref={scan}
              autoFocus
              className="mono"
              autoComplete="off"
              size="large"
              value={typed}
              placeholder={t('stock.scanHint')}
              onChange={(event) => setTyped(event.target.value)}
              onPressEnter={(event) => {
                event.preventDefault();
                if (typed.trim() !== '') add(typed);
              }}
              // scanners end with a tab as often as with a return
              onKeyDown={(event) => {
                if (event.key !== 'Tab' || event.shiftKey || typed.trim() === '') return;
                event.preventDefault();
                add(typed);
              }}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text');
                // the rest of a number that is being typed
                if (typed.trim() !== '' && !pasted.trim().includes('\n')) return;
                event.preventDefault();
                add(`${typed}\n${pasted}`);
              }}
            />
            <Button disabled={typed.trim() === ''} onClick={() => add(typed)}>
              {t('stock.add')}
            </Button>
            <p role="status">{notice}</p>
          </div>
          {isKept && (
            <Alert
              type="info"
              showIcon
              title={t('stock.kept', { count: numbers.length, age: relative(draft.time!) })}
              action={
                <Button size="small" onClick={() => drop(numbers)}>
                  {t('stock.anew')}
                </Button>
              }
            />
          )}
          {step === 'receive' && <StockIncoming taken={numbers} />}
          {error && <Alert type="warning" showIcon title={failureWords(error, lang)} />}
          {numbers.length === 0 ? (
            <p className="stock-none">{t('stock.none')}</p>
          ) : (
            <>
              <p className="stock-counts" aria-live="polite" aria-busy={isFetching}>
                <b>{fit.length}</b> {t('stock.fit')}
                {unfit.length > 0 && (
                  <span data-unfit>
                    <b>{unfit.length}</b> {t('stock.unfit')}
                  </span>
                )}
                {unknown > 0 && (
                  <span>
                    <b>{unknown}</b> {t('stock.judging')}
                  </span>
                )}
                {unfit.length > 0 && (
                  <Button size="small" onClick={() => drop(unfit)}>
                    {t('stock.dropUnfit')}
                  </Button>
                )}
              </p>
              <ul className="stock-rows">
                {numbers.map((number) => (
                  <NumberRow key={number} number={number} row={verdicts.get(number)} drop={() => drop([number])} />
                ))}
              </ul>
            </>
          )}
        </div>
        <Form
          form={form}
          layout="vertical"
          className="stock-fields"
          onFinish={(values) => void take(values)}
          onValuesChange={() => setTouched(true)}
          initialValues={{ reason: '' }}
        >
          <SchemaContext value={deviceCalls.stock[step].input}>
            <StockStepFields step={step} numbers={fit} witnessSigns={signs ? (asksCode ? 'code' : 'password') : null} />
          </SchemaContext>
        </Form>
      </div>
      <footer className="stock-footer">
        <p>
          <b>{t('stock.will', { step: steps.word(step), count: fit.length })}</b>
          <Becomes step={step} />
          {unfit.length > 0 && <span>{t('stock.stay', { count: unfit.length })}</span>}
        </p>
        <Button type="primary" size="large" disabled={fit.length === 0} loading={busy} onClick={() => form.submit()}>
          {t('stock.go', { count: fit.length })}
        </Button>
      </footer>
    </section>
  );
};

/** What the step makes of the stock status. */
const Becomes = ({ step }: { step: StockStep }) => {
  const { t } = useTranslation('devices');
  const statuses = useDictionary('stock_status');
  const of = stockSteps[step];
  if (!('to' in of)) return null;
  return <span>{t('stock.becomesStatus', { status: statuses.word(of.to) })}</span>;
};

const NumberRow = ({ number, row, drop }: { number: string; row: Checked | undefined; drop: () => void }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const statuses = useDictionary('stock_status');
  const checks = useDictionary('preliminary_check');
  const relative = useRelative();
  const device = row?.device;
  const why = row?.refusal
    ? fill(errors[row.refusal][lang], { state: device ? statuses.word(device.stock_status) : '' })
    : '';
  return (
    <li data-verdict={row ? (row.refusal ? 'unfit' : 'fit') : 'unknown'}>
      <span className="stock-verdict" aria-hidden="true">
        {row && (row.refusal ? <CloseCircleOutlined /> : <CheckCircleOutlined />)}
      </span>
      <div>
        <p>
          <Serial value={number} />
          {device && (
            <>
              <b>{device.device_name}</b>
              <span>{device.device_type}</span>
              <DictTag code="stock_status" value={device.stock_status} />
              {device.device_state !== 'in_use' && <DictTag code="device_state" value={device.device_state} />}
              {device.electric !== null && <Battery percent={device.electric} lang={lang} />}
              {device.seen_time && <small>{t('stock.heard', { age: relative(device.seen_time) })}</small>}
            </>
          )}
        </p>
        <p className="stock-why">
          {!row
            ? t('stock.judging')
            : row.refusal
              ? `${why}${row.failed.length > 0 ? ` · ${row.failed.map((one) => checks.word(one)).join(' · ')}` : ''}`
              : t('stock.isFit')}
        </p>
      </div>
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('stock.drop', { number })} onClick={drop} />
    </li>
  );
};
