import { type BatchKind, type BatchOf, BatchOrder, batchKinds, batchLimits } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { fieldErrors, fieldWords } from '@plomb/contract/errors';
import { jt701Intervals, orderKinds } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Radio, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DeviceFilters } from '../../lock/DeviceFilters.tsx';
import { numbersIn } from '../../lock/numbersIn.ts';
import { fieldsOf, inputOf, type OrderField } from '../../lock/orderFields.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { ListContext, useList } from '../../ui/list/useList.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useTabTitle } from '../../ui/page.ts';
import { useNumber } from '../../ui/useNumber.ts';

const { prepare, start } = batchCalls.batches;
const { list: deviceList } = deviceCalls.devices;

export interface Typed {
  by: 'ids' | 'filter' | 'numbers';
  numbers: string;
  kind: BatchKind | null;
  fields: Record<string, string>;
}

const { report_interval, sleep_interval } = orderKinds.set_intervals.args;
const boundsOf = (of: typeof report_interval) => [of.unwrap().minValue, of.unwrap().maxValue];
/** From where to where an interval may go, and where a JT701's is narrower. */
const limits: Partial<Record<OrderField['name'], { all: readonly (number | null)[]; jt701: readonly number[] }>> = {
  report_interval: { all: boundsOf(report_interval), jt701: jt701Intervals.report },
  sleep_interval: { all: boundsOf(sleep_interval), jt701: jt701Intervals.sleep },
};

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
  const number = useNumber();
  const may = useMay();
  useTabTitle(start.title);
  const range = (bounds: readonly (number | null)[]) => bounds.map((bound) => number(bound ?? 0)).join('–');
  const id = useId();
  const modes = useDictionary('auto_seal_mode');
  const [address] = useSearchParams();
  const ids = (address.get('ids') ?? '')
    .split(',')
    .map(Number)
    .filter((one) => Number.isInteger(one) && one > 0);
  const devices = useList(deviceList.input);
  const [said, setSaid] = useState<Typed>(
    typed ?? { by: ids.length > 0 ? 'ids' : 'filter', numbers: '', kind: null, fields: {} },
  );
  const [wrong, setWrong] = useState<{ field: string; why: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Typed>): void => {
    const next = { ...said, ...part };
    setSaid(next);
    setWrong(null);
    keep(next);
  };
  const { page: _, size: __, sort: ___, retired: ____, ...filter } = devices.query;
  const matching = useQuery({
    queryKey: [deviceList.path, 'matching', filter],
    queryFn: () => send(deviceList, { ...filter, page: 1, size: 10 } as never, { quiet: true }),
    enabled: said.by === 'filter' && may(deviceList),
    placeholderData: keepPreviousData,
  }).data;
  const { found, strange } = numbersIn(said.numbers);
  const count = { ids: ids.length, numbers: found.length, filter: matching?.total }[said.by];
  const { kind } = said;
  const fields = kind === null ? [] : fieldsOf(kind).filter(({ name }) => name !== 'reason');

  const of = (): BatchOf => {
    if (said.by === 'ids') return { by: 'ids', ids };
    return said.by === 'numbers' ? { by: 'numbers', numbers: found } : { by: 'filter', filter };
  };
  const submit = async (): Promise<void> => {
    if (count === 0) return setWrong({ field: 'of', why: fieldErrors.selectOne[lang] });
    if (said.by === 'numbers' && found.length > batchLimits.numbers)
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
      const done = await send(prepare, { order: order.data, of: of() } as never);
      prepared(done.id, done.unknown);
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  const errorOf = (field: string) => (
    <p className="batch-error" id={`${id}-wrong-${field}`} role="alert">
      {wrong?.field === field && wrong.why}
    </p>
  );

  return (
    <section className="batch-work">
      <PageHeader title={t('form.title')} actions={<Button onClick={leave}>{t('past')}</Button>} />
      <div className="batch-columns">
        <section className="batch-block" aria-labelledby={`${id}-devices`}>
          <h2 id={`${id}-devices`}>{t('form.devices')}</h2>
          <Radio.Group
            className="batch-by"
            value={said.by}
            aria-labelledby={`${id}-devices`}
            onChange={(event) => change({ by: event.target.value as Typed['by'] })}
            options={[
              ...(ids.length > 0 ? [{ value: 'ids', label: t('form.chosen', { count: ids.length }) }] : []),
              { value: 'filter', label: t('form.filter') },
              { value: 'numbers', label: t('form.numbers') },
            ]}
          />
          {said.by === 'filter' && (
            <ListContext value={devices}>
              <div className="batch-filters">
                <SearchBox placeholder={t('form.search')} />
                <DeviceFilters />
              </div>
            </ListContext>
          )}
          {said.by === 'numbers' && (
            <>
              <label htmlFor={`${id}-numbers`}>{t('form.paste')}</label>
              <Input.TextArea
                id={`${id}-numbers`}
                className="mono"
                autoSize={{ minRows: 4, maxRows: 12 }}
                value={said.numbers}
                onChange={(event) => change({ numbers: event.target.value })}
              />
              {strange.length > 0 && (
                <Alert
                  type="warning"
                  showIcon
                  title={t('form.strange', { count: strange.length, first: strange.slice(0, 3).join(' ') })}
                />
              )}
            </>
          )}
          <p className="batch-count" role="status">
            {count !== undefined && (
              <>
                <b>
                  {number(count)}
                  {said.by === 'filter' && matching?.totalIsAtLeast && '+'}
                </b>{' '}
                {t('form.devicesMeant')}
              </>
            )}
          </p>
          {errorOf('of')}
        </section>
        <section className="batch-block" aria-labelledby={`${id}-order`}>
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
              'aria-describedby': `${id}-wrong-${name}`,
            };
            const put = (value: string) => change({ fields: { ...said.fields, [name]: value } });
            const value = said.fields[name] ?? '';
            const limit = limits[name];
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
                {limit && <small>{t('form.limits', { all: range(limit.all), jt701: range(limit.jt701) })}</small>}
                {errorOf(name)}
              </div>
            );
          })}
        </section>
      </div>
      <footer className="batch-footer">
        <p>{t('form.nothingYet')}</p>
        <Button type="primary" size="large" loading={busy} onClick={() => void submit()}>
          {t('form.preview')}
        </Button>
      </footer>
    </section>
  );
};
