import { CheckOutlined } from '@ant-design/icons';
import { cardCalls } from '@plomb/contract/cards/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { listed } from '../../platform/listed.ts';
import { useSettings } from '../../platform/settings.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Blank } from '../../ui/list/Blank.tsx';
import { phoneQuery, useMedia } from '../../ui/useMedia.ts';
import { CardGrid, type MatrixCard } from './MatrixGrid.tsx';
import { useRuleTime } from './useRuleTime.ts';
import '../../lock/deviceLink.css';

const { list, detail } = cardCalls.regionalRules;
const most = 20;
const anew = 30_000;
type Rule = OutputOf<typeof detail>;

/** The same cards by areas: where each opens, and when. An area stands there when all that it says is known. */
export const AreasGrid = ({
  cards,
  ruleId,
  paused,
}: {
  cards: readonly MatrixCard[];
  ruleId: number | undefined;
  paused: boolean;
}) => {
  const { t } = useTranslation('cards');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const navigate = useNavigate();
  const phone = useMedia(phoneQuery);
  const time = useRuleTime();
  const inForce = useQuery({
    queryKey: [list.path, 'areas of cards'],
    queryFn: () => send(list, { page: 1, size: most, status: 1 }, { quiet: true }),
    enabled: ruleId === undefined,
    refetchInterval: paused ? false : anew,
  });
  const ids = ruleId === undefined ? inForce.data?.rows.map(({ id }) => id) : [ruleId];
  const details = useQueries({
    queries: (ids ?? []).map((id) => ({
      queryKey: [detail.path, id, lang],
      queryFn: () => send(detail, { id }, { quiet: true }),
      refetchInterval: paused ? (false as const) : anew,
    })),
  });
  const missing = [...(ruleId === undefined ? [inForce] : []), ...details].filter(
    ({ isError, data }) => isError && !data,
  );
  if (missing[0])
    return (
      <Blank kind="failed" title={ui('failedTitle')} text={failureWords(missing[0].error, lang)}>
        <Button onClick={() => void Promise.all(missing.map(({ refetch }) => refetch()))}>{ui('retry')}</Button>
      </Blank>
    );
  const rules = details.flatMap(({ data }) => data ?? []);
  if (!ids || rules.length < ids.length) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (rules.length === 0)
    return (
      <Blank kind="empty" title={t('matrix.noAreas')} text={t('rule.emptyText')}>
        <Link className="device-link" to="/regionalRule">
          {t('matrix.toAreas')}
        </Link>
      </Blank>
    );
  const opensFor = ({ in_force, card_list }: Rule, cardId: number): boolean =>
    in_force && card_list.some(({ id, status, removing }) => id === cardId && status === 1 && !removing);
  const outOfForce = ({ removing_time, status, in_force }: Rule) => {
    if (removing_time !== null) return t('removing');
    if (status === 2) return <DictTag code="enable_status" value={status} />;
    return in_force ? null : t('rule.notInForce');
  };
  const notUsable = ({ removing, status }: Rule['card_list'][number]) =>
    removing ? t('removing') : status === 2 && <DictTag code="enable_status" value={status} />;
  const total = ruleId === undefined ? (inForce.data?.total ?? 0) : 0;
  const more = total > rules.length && (
    <p className="matrix-more">{t('matrix.moreAreas', { shown: rules.length, total })}</p>
  );
  const head = (rule: Rule) => (
    <span className="matrix-lock">
      <span>
        <b>{rule.rule_name}</b>
        <span>
          {listed(
            rule.areas.map(({ name }) => name),
            lang,
          )}
        </span>
        <small>
          {time(rule)} {outOfForce(rule)}
        </small>
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
        {rules.map((rule) => (
          <li key={rule.id}>
            {head(rule)}
            <ul>
              {rule.card_list.map((card) => (
                <li key={card.id}>
                  <span>
                    <b className="mono">{card.card_no || card.ic_no}</b> {card.ic_name}
                  </span>
                  {opensFor(rule, card.id) && opens}
                  {notUsable(card)}
                </li>
              ))}
            </ul>
          </li>
        ))}
        {more && <li>{more}</li>}
      </ul>
    );
  return (
    <>
      <CardGrid
        label={t('matrix.gridAreas')}
        corner={t('matrix.cornerAreas')}
        cards={cards}
        rows={rules.map((rule) => ({
          id: rule.id,
          head: head(rule),
          open: () => void navigate(`/regionalRule?id=${rule.id}`),
          cell: (card) => (opensFor(rule, card.id) ? opens : null),
        }))}
      />
      {more}
    </>
  );
};
