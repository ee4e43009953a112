import type { RuleChange } from '@plomb/contract/cards/rules';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';

/** What a rule said when: each change, who made it, and which cards came and went with it. */
export const RuleHistory = ({ history }: { history: readonly RuleChange[] }) => {
  const { t } = useTranslation('cards');
  return (
    <ul className="rule-history">
      {history.map(({ since, until, changed_by, changes, rule_name, cards_come, cards_go }) => (
        <li key={`${since} ${until}`}>
          <time dateTime={since}>{clockTime(since)}</time> {changed_by || t('rule.byPlatform')}{' '}
          {changes.map((change) => (
            <DictTag key={change} code="rule_change" value={change} />
          ))}
          {changes.includes('name') && <small>{t('rule.calledNow', { name: rule_name })}</small>}
          {cards_come.length > 0 && <small>{t('rule.cardsCome', { names: cards_come.join(', ') })}</small>}
          {cards_go.length > 0 && <small>{t('rule.cardsGo', { names: cards_go.join(', ') })}</small>}
        </li>
      ))}
    </ul>
  );
};
