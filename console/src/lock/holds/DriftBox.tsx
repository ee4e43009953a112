import { cardCalls } from '@plomb/contract/cards/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { clockTime } from '../../platform/time.ts';
import { headOf } from '../names.ts';
import { CellSign } from './CellSign.tsx';
import { cardName } from './cardName.ts';
import './holds.css';

const { lock: ofLock, read, push } = cardCalls.cardMatrix;

export const useLockHolds = (device_id: number, every: number | false) =>
  useQuery({
    queryKey: [ofLock.path, device_id],
    queryFn: () => send(ofLock, { device_id }, { quiet: true }),
    refetchInterval: every,
  });

/** A lock whose own list is not ours: what each says, why, and what can be done about it. */
export const DriftBox = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('lock');
  const may = useMay();
  const causes = useDictionary('sync_cause');
  const [open, turn] = useState(false);
  const [busy, setBusy] = useState(false);
  const { data, refetch } = useLockHolds(deviceId, 10_000);
  if (!data || (data.lock.state !== 'drift' && data.lock.state !== 'unable')) return null;
  const { lock, told, told_time, listed, pushes, cards, unknown } = data;
  const act = async (call: typeof read | typeof push, words: string): Promise<void> => {
    setBusy(true);
    try {
      await send(call, { device_ids: [deviceId] }, { about: headOf(lock) || lock.sn });
      said(words);
      await refetch();
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  const name = headOf(lock) || lock.sn;
  const differing = cards.filter(({ standing }) => standing !== 'synced' && standing !== 'area');
  return (
    <Alert
      className="drift-box"
      type={lock.state === 'drift' ? 'error' : 'warning'}
      showIcon
      title={told === null ? t('holds.driftUntold', { name, listed }) : t('holds.driftTitle', { name, told, listed })}
      description={
        <>
          {lock.cause && <p>{causes.word(lock.cause)}</p>}
          <p>
            {told_time && t('holds.readAt', { time: clockTime(told_time) })}{' '}
            {pushes > 0 && t('holds.pushed', { count: pushes })}
          </p>
          {open && (
            <>
              {differing.length === 0 && unknown.length === 0 && <p>{t('holds.same')}</p>}
              <ul>
                {differing.map((card) => (
                  <li key={card.ic_no}>
                    <span>{cardName(card)}</span> <CellSign standing={card.standing} />
                  </li>
                ))}
              </ul>
              {unknown.length > 0 && (
                <p>
                  {t('holds.strangers')}: <span className="mono">{unknown.join(', ')}</span>
                </p>
              )}
            </>
          )}
          <span className="drift-tools">
            {may(read) && (
              <Button type="link" size="small" disabled={busy} onClick={() => void act(read, t('holds.readAsked'))}>
                {t('holds.read')}
              </Button>
            )}
            <Button type="link" size="small" aria-expanded={open} onClick={() => turn(!open)}>
              {t(open ? 'holds.lessDifference' : 'holds.difference')}
            </Button>
            {may(push) && (
              <Button size="small" disabled={busy} onClick={() => void act(push, t('holds.pushAsked'))}>
                {t('holds.push')}
              </Button>
            )}
          </span>
        </>
      }
    />
  );
};
