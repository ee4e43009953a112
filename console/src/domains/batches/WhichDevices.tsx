import type { BatchOf } from '@plomb/contract/batches/batches';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Input, Radio } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DeviceFilters } from '../../lock/DeviceFilters.tsx';
import { numbersIn } from '../../lock/numbersIn.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { ListContext, useList } from '../../ui/list/useList.ts';
import { useNumber } from '../../ui/useNumber.ts';

const { list: deviceList } = deviceCalls.devices;

export interface Which {
  by: 'ids' | 'filter' | 'numbers';
  numbers: string;
}

const idsIn = (address: URLSearchParams): number[] =>
  (address.get('ids') ?? '')
    .split(',')
    .map(Number)
    .filter((one) => Number.isInteger(one) && one > 0);

/** Those that came with the address, or all of a filter. */
export const useFirstWhich = (): Which => {
  const [address] = useSearchParams();
  return { by: idsIn(address).length > 0 ? 'ids' : 'filter', numbers: '' };
};

/** Which devices are meant by what was chosen, and how many, as far as is known. */
export const useMeant = (which: Which) => {
  const may = useMay();
  const [address] = useSearchParams();
  const ids = idsIn(address);
  const devices = useList(deviceList.input);
  const { page: _, size: __, sort: ___, retired: ____, ...filter } = devices.query;
  const matching = useQuery({
    queryKey: [deviceList.path, 'matching', filter],
    queryFn: () => send(deviceList, { ...filter, page: 1, size: 10 } as never, { quiet: true }),
    enabled: which.by === 'filter' && may(deviceList),
    placeholderData: keepPreviousData,
  }).data;
  const { found, strange } = numbersIn(which.numbers);
  const of = (): Exclude<BatchOf, { by: 'failed' }> => {
    if (which.by === 'ids') return { by: 'ids', ids };
    return which.by === 'numbers' ? { by: 'numbers', numbers: found } : { by: 'filter', filter };
  };
  return {
    ids,
    devices,
    strange,
    count: { ids: ids.length, numbers: found.length, filter: matching?.total }[which.by],
    isAtLeast: which.by === 'filter' && matching?.totalIsAtLeast === true,
    of,
  };
};

/** Chosen in the list, all of a filter, or pasted numbers. */
export const WhichDevices = ({
  which,
  meant,
  change,
  error,
}: {
  which: Which;
  meant: ReturnType<typeof useMeant>;
  change: (part: Partial<Which>) => void;
  error: string;
}) => {
  const { t } = useTranslation('batches');
  const number = useNumber();
  const id = useId();
  const { ids, devices, strange, count, isAtLeast } = meant;
  return (
    <section className="work-block" aria-labelledby={`${id}-devices`}>
      <h2 id={`${id}-devices`}>{t('form.devices')}</h2>
      <Radio.Group
        className="work-by"
        value={which.by}
        aria-labelledby={`${id}-devices`}
        onChange={(event) => change({ by: event.target.value as Which['by'] })}
        options={[
          ...(ids.length > 0 ? [{ value: 'ids', label: t('form.chosen', { count: ids.length }) }] : []),
          { value: 'filter', label: t('form.filter') },
          { value: 'numbers', label: t('form.numbers') },
        ]}
      />
      {which.by === 'filter' && (
        <ListContext value={devices}>
          <div className="batch-filters">
            <SearchBox placeholder={t('form.search')} />
            <DeviceFilters />
          </div>
        </ListContext>
      )}
      {which.by === 'numbers' && (
        <>
          <label htmlFor={`${id}-numbers`}>{t('form.paste')}</label>
          <Input.TextArea
            id={`${id}-numbers`}
            className="mono"
            autoSize={{ minRows: 4, maxRows: 12 }}
            value={which.numbers}
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
              {isAtLeast && '+'}
            </b>{' '}
            {t('form.devicesMeant')}
          </>
        )}
      </p>
      <p className="work-error" role="alert">
        {error}
      </p>
    </section>
  );
};
