import { cardCalls } from '@plomb/contract/cards/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cardName } from '../../lock/holds/cardName.ts';
import { send } from '../../platform/client.ts';

const { options } = cardCalls.regionalRules;

export interface NamedCard {
  id: number;
  ic_no: string;
  ic_name: string;
  card_no: string;
}

/** The cards a rule lets open. */
export const RuleCards = ({
  id,
  value,
  onChange,
  known,
}: {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
  /** by their names, those chosen before */
  known: readonly NamedCard[];
}) => {
  const { t } = useTranslation('cards');
  const [sought, seek] = useState('');
  const found = useQuery({
    queryKey: [options.path, sought],
    queryFn: () => send(options, sought ? { card_keyword: sought } : {}, { quiet: true }),
    placeholderData: keepPreviousData,
  }).data?.cards;
  const offered = new Map<number, NamedCard>([...known, ...(found ?? [])].map((one) => [one.id, one]));
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      placeholder={t('rule.seekCards')}
      showSearch={{ filterOption: false, onSearch: seek }}
      {...(value ? { value } : {})}
      {...(onChange ? { onChange } : {})}
      options={[...offered.values()].map((one) => ({ value: one.id, label: cardName(one) }))}
    />
  );
};
