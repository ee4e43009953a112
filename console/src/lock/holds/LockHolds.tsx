import { cardCalls } from '@plomb/contract/cards/domain';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureWords, isNoLongerSeen } from '../../platform/answer.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import { AreasMap } from './AreasMap.tsx';
import { CellSign } from './CellSign.tsx';
import { cardName } from './cardName.ts';
import { DriftBox, useLockHolds } from './DriftBox.tsx';
import '../deviceLink.css';
import './holds.css';

/** The cards a lock holds beside those it is to hold, and the areas as it keeps them. */
export const LockHolds = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const number = useNumber();
  const { data, error, isError } = useLockHolds(deviceId, 10_000);
  if (isError && (!data || isNoLongerSeen(error)))
    return <Alert type="error" showIcon title={failureWords(error, lang)} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const { lock, listed, told, told_time, confined, cards, areas } = data;
  return (
    <div className="lock-holds">
      <DriftBox deviceId={deviceId} />
      <Facts>
        <Fact name={t('holds.state')}>
          {lock.state === null ? t('holds.unreached') : <DictTag code="sync_state" value={lock.state} />}
        </Fact>
        <Fact name={t('holds.listed')}>{number(listed)}</Fact>
        <Fact name={t('holds.told')}>
          {told === null ? t('holds.neverTold') : `${number(told)}${told_time ? ` · ${clockTime(told_time)}` : ''}`}
        </Fact>
        <Fact name={t('holds.opens')}>{t(confined ? 'holds.confined' : 'holds.unconfined')}</Fact>
      </Facts>
      <section aria-label={t('holds.holds')}>
        <h3>{t('holds.holds')}</h3>
        {cards.length === 0 && <p>{t('holds.holdsNone')}</p>}
        <ul className="rule-names">
          {cards.map((card) => (
            <li key={card.ic_no}>
              {card.card_id !== null && may(cardCalls.cards.list) ? (
                <Link className="device-link" to={`/card?id=${card.card_id}`}>
                  {cardName(card)}
                </Link>
              ) : (
                <span>{cardName(card)}</span>
              )}
              <CellSign standing={card.standing} wake={lock.wake_time} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('holds.keeps')}>
        <h3>{t('holds.keeps')}</h3>
        {areas.length === 0 ? (
          <p>{t('holds.keepsNone')}</p>
        ) : (
          <AreasMap
            label={t('holds.keeps')}
            areas={areas.map(({ name, points }) => ({ name, area: { shape: 'polygon', points } }))}
          />
        )}
        <ul className="rule-names">
          {areas.map((area) => (
            <li key={`${area.rule_id} ${area.name}`}>
              <span>
                {area.name}{' '}
                {may(cardCalls.regionalRules.list) ? (
                  <Link className="device-link" to={`/regionalRule?id=${area.rule_id}`}>
                    {t('holds.ofRule', { name: area.rule_name })}
                  </Link>
                ) : (
                  t('holds.ofRule', { name: area.rule_name })
                )}
              </span>
              <small>
                {t('holds.corners', { count: area.points.length })} ·{' '}
                {area.removing ? t('holds.removing') : t(area.confirmed ? 'holds.confirmed' : 'holds.unconfirmed')}
              </small>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
};
