import type { OrderResult } from '@plomb/contract/lock/command';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import './moreOrders.css';

/** What the lock told in its answer, line by line. */
export const CommandResult = ({ result }: { result: OrderResult }) => {
  const { t } = useTranslation('lock');
  const { info = {}, parameters = {}, cards = {} } = result;
  const others = cards.numbers ? (cards.count ?? 0) - cards.numbers.length : 0;
  const seconds = (value: number | undefined) => value !== undefined && t('result.inSeconds', { value });
  const lines: (readonly [name: string, value: string | false | undefined])[] = [
    [t('result.model'), info.model],
    [t('result.hardware'), info.hardware],
    [t('result.firmware'), info.firmware],
    [t('result.iccid'), info.iccid],
    [t('result.text'), info.text],
    [t('result.report_interval'), seconds(parameters.report_interval)],
    [t('result.sleep_interval'), seconds(parameters.sleep_interval)],
    [t('result.heartbeat_interval'), seconds(parameters.heartbeat_interval)],
    [t('result.low_battery'), parameters.low_battery !== undefined && `${parameters.low_battery} %`],
    [t('result.count'), cards.count?.toString()],
    [t('result.numbers'), cards.numbers?.join(' ')],
    // a page of them, of how many the lock says itself
    [t('result.others'), others > 0 && t('result.onOtherPages', { count: others })],
    ...(parameters.other ?? []).map(({ id, hex }) => [id, hex] as const),
  ];
  const told = lines.filter(([, value]) => value);
  if (told.length === 0) return null;
  return (
    <dl className="command-result" data-testid="result">
      {told.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
};
