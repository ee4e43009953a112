import { type BatchKind, BatchOrder, batchKinds, batchLimits } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { fieldErrors, fieldWords } from '@plomb/contract/errors';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { IntervalLimits, isInterval } from '../../lock/IntervalLimits.tsx';
import { fieldsOf, inputOf } from '../../lock/orderFields.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useTabTitle } from '../../ui/page.ts';
import { useSettled } from '../../ui/useSettled.ts';
import { useFirstWhich, useMeant, type Which, WhichDevices } from './WhichDevices.tsx';

const { intervalLimits, prepare, start } = batchCalls.batches;

export interface Typed extends Which {
  kind: BatchKind | null;
  fields: Record<string, string>;
}

/** Which devices, and which order: nothing is ordered before the preview is confirmed. */
export const BatchForm = ({
  typed,
  keep,
  prepared,
  leave,
}: {
  typed: Typed | null;
  keep: (typed: Typed) => void;
  prepared: (id: number, unknown: readonly string[]) => void;
  leave: () => void;
}) => {
  const { t } = useTranslation('batches');
  const { t: tl } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  useTabTitle(start.title);
  const id = useId();
  const modes = useDictionary('auto_seal_mode');
  const first = useFirstWhich();
  const [address] = useSearchParams();
  // whoever led here may have said which order, and the operator may give it
  const named = batchKinds.find((one) => one === address.get('kind') && may(orders[one])) ?? null;
  const [said, setSaid] = useState<Typed>(typed ?? { ...first, kind: named, fields: {} });
  const [wrong, setWrong] = useState<{ field: string; why: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Typed>): void => {
    const next = { ...said, ...part };
    setSaid(next);
    setWrong(null);
    keep(next);
  };
  const meant = useMeant(said);
  const of = meant.of();
  const { kind } = said;
  // numbers are typed one by one, by the thousand
  const those = useSettled(JSON.stringify(of), 400);
  const limits = useQuery({
    queryKey: [intervalLimits.path, those],
    queryFn: ({ signal }) => send(intervalLimits, { of: JSON.parse(those) } as never, { quiet: true, signal }),
    enabled: kind === 'set_intervals' && (meant.count ?? 0) > 0,
  });
  // those of other locks are none
  const types = those === JSON.stringify(of) ? limits.data : undefined;
  const fields = kind === null ? [] : fieldsOf(kind).filter(({ name }) => name !== 'reason');

  const submit = async (): Promise<void> => {
    if (meant.count === 0) return setWrong({ field: 'of', why: fieldErrors.selectOne[lang] });
    if (of.by === 'numbers' && of.numbers.length > batchLimits.numbers)
      return setWrong({ field: 'of', why: t('form.mostNumbers', { most: batchLimits.numbers }) });
    if (kind === null) return setWrong({ field: 'kind', why: t('form.chooseOrder') });
    const { reason: _reason, ...args } = inputOf(kind, said.fields);
    const order = BatchOrder.safeParse({ kind, args });
    const [issue] = order.error?.issues ?? [];
    if (issue || !order.data) {
      const field = String(issue?.path[1] ?? fields[0]?.name ?? 'kind');
      setWrong({ field, why: (issue ? fieldWords(issue) : fieldErrors.outOfRange)[lang] });
      return document.getElementById(`${id}-${field}`)?.focus();
    }
    setBusy(true);
    try {
      const done = await send(prepare, { order: order.data, of } as never);
      prepared(done.id, done.unknown);
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  const errorOf = (field: string) => (
    <p className="work-error" id={`${id}-wrong-${field}`} role="alert">
      {wrong?.field === field && wrong.why}
    </p>
  );

  return (
    <section className="work">
      <PageHeader title={t('form.title')} actions={<Button onClick={leave}>{t('past')}</Button>} />
      <div className="work-columns">
        <WhichDevices which={said} meant={meant} change={change} error={wrong?.field === 'of' ? wrong.why : ''} />
        <section className="work-block" aria-labelledby={`${id}-order`}>
          <h2 id={`${id}-order`}>{t('form.order')}</h2>
          <label htmlFor={`${id}-kind`}>{t('order')}</label>
          <Select
            id={`${id}-kind`}
            value={kind}
            placeholder={t('form.chooseOrder')}
            onChange={(next) => change({ kind: next, fields: {} })}
            options={batchKinds
              .filter((one) => may(orders[one]))
              .map((one) => ({ value: one, label: orderKinds[one].title[lang] }))}
          />
          {errorOf('kind')}
          {fields.map(({ name, type }) => {
            const isWrong = wrong?.field === name;
            const props = {
              id: `${id}-${name}`,
              status: isWrong ? ('error' as const) : ('' as const),
              'aria-invalid': isWrong,
              'aria-describedby': `${id}-limits-${name} ${id}-wrong-${name}`,
            };
            const put = (value: string) => change({ fields: { ...said.fields, [name]: value } });
            const value = said.fields[name] ?? '';
            return (
              <div key={name} className="batch-field">
                <label htmlFor={`${id}-${name}`}>{tl(`more.fields.${name}`)}</label>
                {name === 'mode' ? (
                  <Select {...props} value={value || null} onChange={put} options={modes.options} />
                ) : type === 'lines' ? (
                  <Input.TextArea
                    {...props}
                    value={value}
                    onChange={(e) => put(e.target.value)}
                    autoSize={{ minRows: 2 }}
                  />
                ) : (
                  <Input
                    {...props}
                    value={value}
                    onChange={(e) => put(e.target.value)}
                    {...(type === 'number' ? { inputMode: 'numeric' as const } : { maxLength: 200 })}
                    autoComplete="off"
                  />
                )}
                {types && isInterval(name) && <IntervalLimits id={`${id}-limits-${name}`} name={name} types={types} />}
                {errorOf(name)}
              </div>
            );
          })}
        </section>
      </div>
      <footer className="work-footer">
        <p>{t('form.nothingYet')}</p>
        <Button type="primary" size="large" loading={busy} onClick={() => void submit()}>
          {t('form.preview')}
        </Button>
      </footer>
    </section>
  );
};
