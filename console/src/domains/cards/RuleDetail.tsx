import { cardCalls } from '@plomb/contract/cards/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { AreasMap } from '../../lock/holds/AreasMap.tsx';
import { cardName } from '../../lock/holds/cardName.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import { RuleHistory } from './RuleHistory.tsx';
import { useRuleTime } from './useRuleTime.ts';
import './cards.css';
import './rules.css';
import { listed } from '../../platform/listed.ts';
import { useSettings } from '../../platform/settings.ts';

type Rule = Omit<OutputOf<(typeof cardCalls)['regionalRules']['detail']>, 'version'>;
const counted = ['synced', 'pushing', 'desired', 'drift', 'unable'] as const;

/** A rule as it was written, and how far its locks know of it. */
export const RuleDetail = ({ rule }: { rule: Rule }) => {
  const { t } = useTranslation('cards');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const number = useNumber();
  const time = useRuleTime();
  return (
    <>
      {rule.removing_time !== null && <Alert type="warning" showIcon title={t('rule.removingNote')} />}
      {rule.without_right && rule.status === 1 && <Alert type="warning" showIcon title={t('rule.withoutRight')} />}
      <AreasMap areas={rule.areas} label={t('rule.map')} />
      <Facts>
        <Fact name={t('state')}>
          <DictTag code="enable_status" value={rule.status} />
          {rule.status === 1 && !rule.in_force && ` ${t('rule.notInForce')}`}
        </Fact>
        <Fact name={t('rule.areas')}>
          {listed(
            rule.areas.map(({ name }) => name),
            lang,
          )}
        </Fact>
        <Fact name={t('rule.when')}>{time(rule)}</Fact>
        <Fact name={t('rule.sync')}>
          <ul className="rule-counts">
            {counted
              .filter((state) => rule[state] > 0)
              .map((state) => (
                <li key={state}>
                  <DictTag code="sync_state" value={state} /> {number(rule[state])}
                </li>
              ))}
          </ul>
          {may(cardCalls.cardMatrix.list) && (
            <Link className="device-link" to={`/cardMatrix?rule_id=${rule.id}`}>
              {t('rule.toMatrix')}
            </Link>
          )}
        </Fact>
        <Fact name={t('rule.cards')}>
          <ul className="rule-names">
            {rule.card_list.map((card) => (
              <li key={card.id}>
                {may(cardCalls.cards.list) ? (
                  <Link className="device-link" to={`/card?id=${card.id}`}>
                    {cardName(card)}
                  </Link>
                ) : (
                  cardName(card)
                )}
                {card.removing
                  ? ` ${t('removing')}`
                  : card.status !== 1 && (
                      <>
                        {' '}
                        <DictTag code="enable_status" value={card.status} />
                      </>
                    )}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={t('locks')}>
          {rule.device_list === null ? (
            t('rule.all', { count: rule.devices })
          ) : (
            <ul className="rule-names">
              {rule.device_list.map((lock) => (
                <li key={lock.id}>
                  <DeviceLink id={lock.id}>
                    {lock.subject || lock.device_name} <span className="mono">{lock.sn}</span>
                  </DeviceLink>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name={t('rule.history')}>
          <RuleHistory ruleId={rule.id} />
        </Fact>
        <Fact name={t('rule.by')}>{rule.oper_name}</Fact>
        <Fact name={t('organisation')}>{rule.org_name}</Fact>
        <Fact name={t('created')}>{clockTime(rule.create_time)}</Fact>
      </Facts>
    </>
  );
};
