import { cardCalls } from '@plomb/contract/cards/domain';
import type { OpenerAsked } from '@plomb/contract/devices/openable';
import { friendCalls } from '@plomb/contract/friends/domain';
import type { Call, InputOf, OutputOf } from '@plomb/contract/kit/call';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { personalCalls } from '@plomb/contract/personal/domain';
import { systemCalls } from '@plomb/contract/system/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useMay } from '../../../platform/may.ts';

/** What a call offers while its words are sought; nothing to whoever may not ask it. */
const useOffered = <C extends Call>(of: C, sought: string, input: InputOf<C>): OutputOf<C> | undefined => {
  const may = useMay();
  return useQuery({
    queryKey: [of.path, 'offered', sought],
    queryFn: () => send(of, input, { quiet: true }),
    enabled: may(of),
    placeholderData: keepPreviousData,
  }).data;
};

/** Of whom is asked: an operator, a friend, one's own key, a card. */
export const WhomChoice = ({
  chosen,
  known,
  onChange,
}: {
  chosen: { of: OpenerAsked; who: number } | null;
  /** what it is called, once that is known */
  known: string | undefined;
  onChange: (of: OpenerAsked, who: number) => void;
}) => {
  const { t } = useTranslation('devices/openers');
  const [sought, seek] = useState('');
  const page = { page: 1, size: 20, ...(sought ? { keyword: sought } : {}) };
  const people = useOffered(systemCalls.operators.list, sought, page)?.rows ?? [];
  const cards = useOffered(cardCalls.cards.list, sought, page)?.rows ?? [];
  const isSought = (...words: string[]): boolean => words.join(' ').toLowerCase().includes(sought.toLowerCase());
  const friends = useOffered(friendCalls.friends.list, '', {})?.rows ?? [];
  const keys = useOffered(personalCalls.apiKeys.list, '', {})?.rows ?? [];
  const value = chosen && `${chosen.of} ${chosen.who}`;
  const groups = [
    {
      label: t('whom.people'),
      options: people.map((one) => ({ value: `operator ${one.id}`, label: personNamed(one.operName, one.loginName) })),
    },
    {
      label: t('whom.friends'),
      options: friends
        .filter((one) => isSought(one.oper_name, one.login_name))
        .map((one) => ({ value: `operator ${one.id}`, label: personNamed(one.oper_name, one.login_name) })),
    },
    {
      label: t('whom.keys'),
      options: keys
        .filter(({ state, key_name }) => state === 'active' && isSought(key_name))
        .map((one) => ({ value: `key ${one.id}`, label: one.key_name })),
    },
    {
      label: t('kind.card'),
      options: cards.map((one) => ({
        value: `card ${one.id}`,
        label: [one.ic_name, one.card_no || one.ic_no].filter(Boolean).join(' · '),
      })),
    },
  ].filter(({ options }) => options.length > 0);
  const isOffered = groups.some(({ options }) => options.some((one) => one.value === value));
  return (
    <Select
      className="openers-device"
      showSearch={{ filterOption: false, onSearch: seek }}
      aria-label={t('whom.label')}
      placeholder={t('whom.search')}
      value={value}
      onChange={(next: string | null) => {
        const [of, who] = next?.split(' ') ?? [];
        if (of && who) onChange(of as OpenerAsked, Number(who));
      }}
      options={value && known && !isOffered ? [{ value, label: known }, ...groups] : groups}
    />
  );
};
