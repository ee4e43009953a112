import { CloseOutlined, LinkOutlined } from '@ant-design/icons';
import { heards } from '@plomb/contract/map/fleetFilter';
import { Button } from 'antd';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionSign } from '../../lock/sign/ConnectionSign.tsx';
import { StateSign, stateWord } from '../../lock/sign/StateSign.tsx';
import type { Spot } from '../../map/marks.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { useCopy } from '../../ui/useCopy.ts';
import type { Area } from './area.ts';
import { type Choice, ChoiceChip } from './ChoiceChip.tsx';
import { isFiltering, type LockFilter, noFilter, toggled } from './lockFilter.ts';
import './filterBar.css';

interface Props {
  filter: LockFilter;
  change: (part: Partial<LockFilter>) => void;
  organisations: readonly Choice<number>[];
  area: Area | null;
  closeArea: () => void;
  spot: Spot | null;
  clearSpot: () => void;
  box: Ref<HTMLElement>;
  /** stands before all else: the way back to the list */
  children?: ReactNode;
}

/** What the map is narrowed to, each by itself to be taken off; what else it may be narrowed to; and its address. */
export const FilterBar = ({
  filter,
  change,
  organisations,
  area,
  closeArea,
  spot,
  clearSpot,
  box,
  children,
}: Props) => {
  const { t } = useTranslation(['map', 'ui']);
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const connections = useDictionary('connection');
  const copy = useCopy();
  const chip = (key: string, name: string, words: ReactNode, off: () => void) => (
    <span key={key} className="chip" data-set="true">
      <span className="chip-words">{words}</span>
      <button type="button" className="chip-clear" aria-label={t('ui:clearFilter', { name })} onClick={off}>
        <CloseOutlined />
      </button>
    </span>
  );
  const text = filter.text.trim();
  const only = t('onlyHere', { count: filter.only?.length ?? 0 });
  const isNarrowed = isFiltering(filter) || area !== null;
  return (
    <section ref={box} className="filter-bar" aria-label={t('filters.title')}>
      {children}
      {(organisations.length > 1 || filter.org !== null) && (
        <ChoiceChip
          label={t('filters.organisation')}
          options={organisations}
          value={filter.org}
          shown={t('filters.andBelow', {
            name: organisations.find(({ value }) => value === filter.org)?.label ?? `#${filter.org}`,
          })}
          choose={(org) => change({ org })}
        />
      )}
      <ChoiceChip
        label={t('filters.heard')}
        options={heards.map((value) => ({ value, label: t(`filters.heards.${value}`) }))}
        value={filter.heard}
        shown={filter.heard === null ? '' : t(`filters.heards.${filter.heard}`)}
        choose={(heard) => change({ heard })}
      />
      {text !== '' && chip('text', text, <b>“{text}”</b>, () => change({ text: '' }))}
      {filter.statuses.map((status) =>
        chip(
          `state${status}`,
          states.word(status),
          <>
            <StateSign status={status} lang={lang} size={15} decorative />
            {stateWord(states, status, lang, true)}
          </>,
          () => change({ statuses: toggled(filter.statuses, status) }),
        ),
      )}
      {filter.connections.map((connection) =>
        chip(
          connection,
          connections.word(connection),
          <>
            <ConnectionSign connection={connection} lang={lang} size={13} decorative />
            {connections.word(connection)}
          </>,
          () => change({ connections: toggled(filter.connections, connection) }),
        ),
      )}
      {filter.alarm && chip('alarm', t('inAlarm'), t('inAlarm'), () => change({ alarm: false }))}
      {filter.only !== null && chip('only', only, only, () => change({ only: null }))}
      {area && chip('area', t('area.drawn'), t(area.kind === 'ring' ? 'area.drawn' : 'area.here'), closeArea)}
      {spot && chip('spot', spot.label, <b>{spot.label}</b>, clearSpot)}
      {isNarrowed && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            change(noFilter);
            closeArea();
          }}
        >
          {t('ui:clear')}
        </Button>
      )}
      {(isNarrowed || spot) && (
        <Button
          type="text"
          size="small"
          icon={<LinkOutlined />}
          aria-label={t('filters.copy')}
          title={t('filters.copy')}
          onClick={() => copy(location.href, { copied: t('filters.copied') })}
        />
      )}
    </section>
  );
};
