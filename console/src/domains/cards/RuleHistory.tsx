import { cardCalls } from '@plomb/contract/cards/domain';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { listed } from '../../platform/listed.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';

const { history } = cardCalls.regionalRules;

/** What a rule said when, also one that was deleted: each change, who made it, and which cards came and went with it. */
export const RuleHistory = ({ ruleId }: { ruleId: number }) => {
  const { t } = useTranslation('cards');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [history.path, ruleId],
    queryFn: ({ pageParam }) =>
      send(history, { rule_id: ruleId, ...(pageParam && { before: pageParam }) }, { quiet: true }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ more, rows }) => (more ? rows.at(-1)?.id : undefined),
  });
  if (error)
    return (
      <div role="alert">
        {failureWords(error, lang)} <Button onClick={() => void refetch()}>{ui('retry')}</Button>
      </div>
    );
  if (!data) return <Skeleton active paragraph={{ rows: 2 }} />;
  return (
    <>
      <ul className="rule-history">
        {data.pages
          .flatMap(({ rows }) => rows)
          .map(({ id, since, changed_by, changes, rule_name, cards_come, cards_go }) => (
            <li key={id}>
              <time dateTime={since}>{clockTime(since)}</time> {changed_by || t('rule.byPlatform')}{' '}
              {changes.map((change) => (
                <DictTag key={change} code="rule_change" value={change} />
              ))}
              {changes.includes('name') && <small>{t('rule.calledNow', { name: rule_name })}</small>}
              {cards_come.length > 0 && <small>{t('rule.cardsCome', { names: listed(cards_come, lang) })}</small>}
              {cards_go.length > 0 && <small>{t('rule.cardsGo', { names: listed(cards_go, lang) })}</small>}
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('rule.earlier')}
        </Button>
      )}
    </>
  );
};
