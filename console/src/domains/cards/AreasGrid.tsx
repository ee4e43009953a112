import { CheckOutlined } from '@ant-design/icons';
import { cardCalls } from '@plomb/contract/cards/domain';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { phoneQuery, useMedia } from '../../ui/useMedia.ts';
import { CardGrid, type MatrixCard } from './MatrixGrid.tsx';
import { useRuleTime } from './useRuleTime.ts';

const { list, detail } = cardCalls.regionalRules;
const most = 20;

/** The same cards by areas: where each opens, and when. */
export const AreasGrid = ({ cards, ruleId }: { cards: readonly MatrixCard[]; ruleId: number | undefined }) => {
  const { t } = useTranslation('cards');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const navigate = useNavigate();
  const phone = useMedia(phoneQuery);
  const time = useRuleTime();
  const listed = useQuery({
    queryKey: [list.path, 'areas of cards'],
    queryFn: () => send(list, { page: 1, size: most, status: 1 }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const rules = (listed.data?.rows ?? []).filter(({ id }) => ruleId === undefined || id === ruleId);
  const details = useQueries({
    queries: rules.map(({ id }) => ({
      queryKey: [detail.path, id, lang],
      queryFn: () => send(detail, { id }, { quiet: true }),
    })),
  });
  if (listed.isError && !listed.data)
    return (
      <Blank kind="failed" title={ui('failedTitle')} text={failureWords(listed.error, lang)}>
        <Button onClick={() => void listed.refetch()}>{ui('retry')}</Button>
      </Blank>
    );
  if (!listed.data) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (rules.length === 0)
    return (
      <Blank kind="empty" title={t('matrix.noAreas')} text={t('rule.emptyText')}>
        <Link className="device-link" to="/regionalRule">
          {t('matrix.toAreas')}
        </Link>
      </Blank>
    );
  const cardsOf = (at: number): Set<number> => new Set(details[at]?.data?.card_list.map(({ id }) => id));
  const head = (rule: (typeof rules)[number]) => (
    <span className="matrix-lock">
      <span>
        <b>{rule.rule_name}</b>
        <span>{rule.areas.map(({ name }) => name).join(', ')}</span>
        <small>{time(rule)}</small>
      </span>
    </span>
  );
  const opens = (
    <span className="cell-sign" data-standing="area">
      <CheckOutlined aria-hidden="true" />
      <span className="unseen">{t('matrix.opensThere')}</span>
    </span>
  );
  if (phone)
    return (
      <ul className="matrix-list" aria-label={t('matrix.gridAreas')}>
        {rules.map((rule, at) => (
          <li key={rule.id}>
            {head(rule)}
            <ul>
              {details[at]?.data?.card_list.map((card) => (
                <li key={card.id}>
                  <span>
                    <b className="mono">{card.card_no || card.ic_no}</b> {card.ic_name}
                  </span>
                  {opens}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    );
  return (
    <CardGrid
      label={t('matrix.gridAreas')}
      corner={t('matrix.cornerAreas')}
      cards={cards}
      rows={rules.map((rule, at) => ({
        id: rule.id,
        head: head(rule),
        open: () => void navigate(`/regionalRule?id=${rule.id}`),
        cell: (card) => (cardsOf(at).has(card.id) ? opens : null),
      }))}
    />
  );
};
