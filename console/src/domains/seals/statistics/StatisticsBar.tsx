import { figureViews } from '@plomb/contract/seals/figures';
import { Segmented, Tag } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useNarrowing } from './useNarrowing.ts';

export const periods = [7, 14, 30, 90] as const;
interface Props {
  time: { from: string; to: string };
  days: number;
  chips: readonly { name: string; words: ReactNode }[];
  drop: (name: string) => void;
}

/** Of what statistics are shown, of which time, and what they are narrowed to. */
export const StatisticsBar = ({ time, days, chips, drop }: Props) => {
  const { t } = useTranslation('seals');
  const views = useDictionary('figure_view');
  const { address, set } = useNarrowing();
  // what one view is narrowed to means nothing in another
  const nothing = Object.fromEntries([...address.keys()].filter((name) => name !== 'days').map((name) => [name, null]));
  return (
    <div className="stats-bar">
      <Segmented
        value={address.get('view') ?? 'operations'}
        aria-label={t('stats.view')}
        options={['operations', ...figureViews].map((value) => ({ value, label: views.word(value) }))}
        onChange={(view) => set({ ...nothing, view: view === 'operations' ? null : view })}
      />
      <Segmented
        value={address.has('from') ? 0 : days}
        aria-label={t('stats.period')}
        options={periods.map((value) => ({ value, label: t('stats.lastDays', { count: value }) }))}
        onChange={(value) => set({ days: String(value), from: null, to: null, at: null })}
      />
      {address.has('from') && (
        <Tag closable onClose={() => set({ from: null, to: null, at: null })}>
          {`${dayjs(time.from).format('YYYY-MM-DD')} – ${dayjs(time.to).format('YYYY-MM-DD')}`}
        </Tag>
      )}
      {chips.map(({ name, words }) => (
        <Tag key={name} color="blue" closable onClose={() => drop(name)}>
          {words}
        </Tag>
      ))}
    </div>
  );
};
