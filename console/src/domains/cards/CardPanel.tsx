import { cardCalls } from '@plomb/contract/cards/domain';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { AreasMap } from '../../lock/holds/AreasMap.tsx';
import { DriftBox } from '../../lock/holds/DriftBox.tsx';
import { headOf } from '../../lock/names.ts';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { listed } from '../../platform/listed.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import { areasIn, type CardOpens, marksOf } from './cardOnMap.ts';
import { distance } from './distance.ts';
import { useRuleTime } from './useRuleTime.ts';

type OpenLock = CardOpens['locks'][number];

const counted = ['synced', 'pushing', 'waits', 'removing', 'drift', 'doubt', 'unable'] as const;
/** Of more locks in drift than these the matrix tells. */
const drifts = 3;

/** What a lock would do with the card at this moment, in a clause. */
const useOpening = () => {
  const { t } = useTranslation('cards');
  const lang = useSettings((s) => s.lang);
  const opens = useDictionary('card_opens');
  const standings = useDictionary('cell_standing');
  return ({ opens: how, area, metres, standing }: OpenLock): string => {
    const far = metres === null ? null : distance(metres, lang);
    if (how === 'opens' && far !== null && area) return t('matrix.inside', { far, area });
    if (how === 'outside' && far !== null && area) return t('matrix.outside', { far, area });
    if (how === 'uncertain' && standing !== 'synced' && standing !== 'area')
      return t('matrix.notCertain', { word: opens.word(how), why: standings.word(standing) });
    return opens.word(how);
  };
};

/** One card: where and when it opens by rule, how far its locks know, and what they would do with it now. */
export const CardPanel = ({ told }: { told: CardOpens }) => {
  const { t } = useTranslation('cards');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const number = useNumber();
  const time = useRuleTime();
  const opening = useOpening();
  const words = useDictionary('card_opens');
  const inForce = told.rules.filter(({ in_force }) => in_force);
  const [areas, marks] = [areasIn(told), marksOf(told)];
  const inDrift = told.in_drift.slice(0, drifts);
  const moreInDrift = told.drifting - inDrift.length;
  return (
    <div className="card-panel">
      <Facts>
        <Fact name={t('matrix.opens')}>
          {told.lock_count === 0 ? (
            t('matrix.nowhere')
          ) : !told.card.usable ? (
            t('matrix.unusable')
          ) : inForce.length === 0 ? (
            t('matrix.byHand')
          ) : (
            <ul className="rule-names">
              {inForce.map((rule) => (
                <li key={rule.id}>
                  <span>
                    <b>{t('matrix.areasCount', { count: rule.areas.length })}</b>, {time(rule)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name={t('matrix.on')}>
          {listed(
            counted
              .filter((state) => told[state] > 0)
              .map((state) => t('matrix.figures', { count: told[state], word: t(`matrix.totals.${state}`) })),
            lang,
          ) || number(0)}
        </Fact>
        <Fact name={t('matrix.last')}>
          {told.last
            ? [told.last.subject || told.last.sn, clockTime(told.last.time)].join(' · ')
            : t('matrix.neverUsed')}
        </Fact>
      </Facts>
      {/* before what opens: it explains the red, and what the lock does is not certain */}
      {inDrift.map((deviceId) => (
        <DriftBox key={deviceId} deviceId={deviceId} />
      ))}
      {moreInDrift > 0 && (
        <Link className="device-link" to={`/cardMatrix?id=${told.card.id}&card_id=${told.card.id}&state=drift`}>
          {t('matrix.moreInDrift', { count: moreInDrift })}
        </Link>
      )}
      {(areas.length > 0 || marks.length > 0) && (
        <AreasMap key={told.card.id} areas={areas} locks={marks} label={t('matrix.map', { name: told.card.ic_name })} />
      )}
      <section aria-label={t('matrix.now')}>
        <h3>
          {t('matrix.now')}
          {inForce[0] && may(cardCalls.regionalRules.list) && (
            <Link
              className="device-link"
              to={inForce.length === 1 ? `/regionalRule?id=${inForce[0].id}` : `/regionalRule?card_id=${told.card.id}`}
            >
              {t('matrix.editAreas')}
            </Link>
          )}
        </h3>
        {told.locks.length === 0 && <p>{t('matrix.nowhere')}</p>}
        <ul className="card-now">
          {told.locks.map((lock) => (
            <li key={lock.device_id}>
              <StateSign status={lock.lock_status} connection={lock.connection} lang={lang} />
              <DeviceLink id={lock.device_id}>{headOf(lock) || lock.sn}</DeviceLink>
              <span data-opens={lock.opens} title={words.word(lock.opens)}>
                {opening(lock)}
              </span>
            </li>
          ))}
        </ul>
        {told.more && <p>{t('matrix.moreLocks')}</p>}
      </section>
    </div>
  );
};
