import { CheckCircleOutlined, CloseCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { cardCalls } from '@plomb/contract/cards/domain';
import type { CardOpens } from '@plomb/contract/cards/matrix';
import { useQuery } from '@tanstack/react-query';
import { Input, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { clockTime } from '../../../platform/time.ts';
import { Failed } from './Failed.tsx';

const { list } = cardCalls.lockCards;
const PAGE = 20;

const signOf = (opens: CardOpens) => {
  if (opens === 'outside' || opens === 'no') return <CloseCircleOutlined aria-hidden />;
  return opens === 'uncertain' ? <QuestionCircleOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />;
};

/** Which of its cards open a lock at this moment, by the decision that the matrix of cards goes by. */
export const OpeningCards = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('devices');
  const openings = useDictionary('card_opens');
  const standings = useDictionary('cell_standing');
  const [page, turn] = useState(1);
  const [keyword, search] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: [list.path, deviceId, keyword, page],
    queryFn: () => send(list, { device_id: deviceId, keyword, page, size: PAGE }, { quiet: true }),
    placeholderData: (before) => before,
  });
  if (error) return <Failed error={error} again={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} />;
  if (data.total === 0 && keyword === '') return null;
  return (
    <>
      <p className="device-note">
        {t('rights.cardsOpen', { open: data.open, count: data.total })}
        {data.uncertain > 0 && t('rights.cardsUncertain', { count: data.uncertain })}
        {' · '}
        {data.place_time ? t('rights.cardsPlace', { time: clockTime(data.place_time) }) : t('rights.cardsNoPlace')}
      </p>
      {(data.total > PAGE || keyword !== '') && (
        <Input.Search
          allowClear
          aria-label={t('rights.cardsSearch')}
          placeholder={t('rights.cardsSearch')}
          onSearch={(word) => {
            search(word.trim());
            turn(1);
          }}
        />
      )}
      <ul className="rights-cards">
        {data.rows.map((card) => (
          <li key={card.card_id}>
            {signOf(card.opens)} {card.ic_name} <span className="mono">{card.ic_no}</span>
            {' · '}
            {openings.word(card.opens)}
            {card.rules.length === 0 && <small> · {t('rights.cardByHand')}</small>}
            {card.rules.map((rule) => (
              <small key={rule.id}>
                {[
                  '',
                  t('rights.cardByRule', { name: rule.rule_name }),
                  rule.inside !== null && t(rule.inside ? 'rights.cardInside' : 'rights.cardOutside'),
                  rule.hours && `${rule.hours.from}–${rule.hours.until} ${rule.hours.time_zone}`,
                  rule.until_time && t('rights.until', { time: clockTime(rule.until_time) }),
                ]
                  .filter((part) => part !== false && part !== null)
                  .join(' · ')}
              </small>
            ))}
            <small> · {standings.word(card.standing)}</small>
          </li>
        ))}
      </ul>
      {data.total > PAGE && (
        <Pagination
          size="small"
          current={page}
          pageSize={PAGE}
          total={data.total}
          onChange={turn}
          showSizeChanger={false}
        />
      )}
    </>
  );
};
