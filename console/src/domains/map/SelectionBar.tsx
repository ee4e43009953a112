import { CheckOutlined, CloseOutlined, WarningOutlined } from '@ant-design/icons';
import { batchKinds } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { errors } from '@plomb/contract/errors';
import { bySeverity } from '@plomb/contract/lock/signs';
import { trustOf } from '@plomb/contract/lock/trust';
import { orders } from '@plomb/contract/orders/orders';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { headOf } from '../../lock/names.ts';
import { StateSign, stateWord } from '../../lock/sign/StateSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { judged, type SelectionKind, selectionKinds, statusesOf } from './selection.ts';
import type { Shown } from './shown.ts';
import './selection.css';

/** So many stand in the address of a batch by themselves. */
const MOST = 200;
/** Rows of each side; the rest is counted. */
const ROWS = 5;

/** Whether the operator may order anything of many. */
export const useMayOrderMany = (): boolean => {
  const may = useMay();
  return may(batchCalls.batches.prepare) && batchKinds.some((kind) => may(orders[kind]));
};

/** What would be asked of whom, and of whom not, before the batch is prepared; nothing is ordered here. */
export const SelectionBar = ({
  picked,
  gone,
  close,
}: {
  picked: readonly Shown[];
  /** so many were selected and are not listed any more */
  gone: number;
  close: () => void;
}) => {
  const { t } = useTranslation('map');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const may = useMay();
  const navigate = useNavigate();
  const kinds = selectionKinds.filter((one) =>
    one === 'other' ? batchKinds.some((kind) => may(orders[kind])) : may(orders[one]),
  );
  const [chosen, choose] = useState<SelectionKind>('unseal');
  const kind = kinds.find((one) => one === chosen) ?? kinds[0] ?? 'other';
  const { able, left } = judged(picked, kind);
  const counts = statusesOf(picked);
  const go = (): void => {
    const address = new URLSearchParams({ work: 'new', ids: able.map(({ lock }) => lock.id).join(',') });
    if (kind !== 'other') address.set('kind', kind);
    void navigate(`/batch?${address}`);
  };
  const line = ({ lock, connection, fresh }: Shown, why: string) => (
    <li key={lock.id}>
      <StateSign status={lock.lock_status} connection={connection} trust={trustOf(lock, fresh)} lang={lang} size={18} />
      <b>{headOf(lock)}</b>
      <span>{why}</span>
    </li>
  );
  const more = (all: number) =>
    all > ROWS && <li className="selection-more">{t('selection.more', { count: all - ROWS })}</li>;
  return (
    <section className="selection" aria-label={t('selection.title')}>
      <header>
        <h2 role="status">{t('selection.chosen', { count: picked.length })}</h2>
        <ul>
          {bySeverity
            .filter((status) => counts.has(status))
            .map((status) => (
              <li key={status}>
                <StateSign status={status} lang={lang} size={16} decorative />
                <b>{counts.get(status)}</b> {stateWord(states, status, lang, true)}
              </li>
            ))}
        </ul>
        {kinds.length > 1 && (
          <Segmented
            aria-label={t('selection.order')}
            value={kind}
            options={kinds.map((one) => ({ value: one, label: t(`selection.kinds.${one}`) }))}
            onChange={choose}
          />
        )}
        <Button type="text" icon={<CloseOutlined />} aria-label={t('selection.close')} onClick={close} />
      </header>
      <div className="selection-sides">
        <div>
          <h3>
            <CheckOutlined /> {t('selection.able', { count: able.length })}
          </h3>
          <ul>
            {able.slice(0, ROWS).map((shown) => line(shown, shown.lock.device_name))}
            {more(able.length)}
          </ul>
        </div>
        {left.length > 0 && (
          <div className="selection-left">
            <h3>
              <WarningOutlined /> {t('selection.left', { count: left.length })}
            </h3>
            <ul>
              {left.slice(0, ROWS).map(({ shown, why }) => line(shown, errors[why][lang]))}
              {more(left.length)}
            </ul>
          </div>
        )}
      </div>
      <footer>
        <p>
          {able.length > MOST ? t('selection.most', { most: MOST }) : t('selection.next')}
          {gone > 0 && ` ${t('selection.gone', { count: gone })}`}
        </p>
        <Button type="primary" onClick={close}>
          {t('selection.keep')}
        </Button>
        <Button className="order-request" disabled={able.length === 0 || able.length > MOST} onClick={go}>
          {t(`selection.ask.${kind}`, { count: able.length })}
        </Button>
      </footer>
    </section>
  );
};
