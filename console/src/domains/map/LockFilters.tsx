import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import type { Connection } from '@plomb/contract/devices';
import type { LockStatus } from '@plomb/contract/lock';
import { bySeverity, stateSigns } from '@plomb/contract/stateSigns';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { ConnectionSign } from '../../ui/sign/ConnectionSign.tsx';
import { StateSign } from '../../ui/sign/StateSign.tsx';
import { type Counts, type LockFilter, toggled } from './lockFilter.ts';

const unreachable = ['sleeping', 'late', 'offline'] as const satisfies Connection[];

interface Props {
  filter: LockFilter;
  counts: Counts;
  change: (part: Partial<LockFilter>) => void;
}

/** Search, the five states with their counts, and the connections that are not plainly online. */
export const LockFilters = ({ filter, counts, change }: Props) => {
  const { t } = useTranslation('map');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const connections = useDictionary('connection');
  /** the short word belongs to the product's own; another one stands whole */
  const shortOf = (status: LockStatus): string => {
    const { word, short } = stateSigns[status];
    return states.word(status) === word[lang] ? short[lang] : states.word(status);
  };
  return (
    <div className="lock-filters">
      <Input
        allowClear
        prefix={<SearchOutlined />}
        value={filter.text}
        placeholder={t('search')}
        aria-label={t('search')}
        onChange={(e) => change({ text: e.target.value })}
      />
      <fieldset className="state-bar">
        <legend className="unseen">{t('states')}</legend>
        {bySeverity.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={filter.statuses.includes(status)}
            data-empty={counts.statuses[status] === 0}
            title={states.word(status)}
            onClick={() => change({ statuses: toggled(filter.statuses, status) })}
          >
            <span>
              <StateSign status={status} lang={lang} size={17} decorative />
              <b>{counts.statuses[status]}</b>
            </span>
            {shortOf(status)}
          </button>
        ))}
      </fieldset>
      <fieldset className="connection-chips">
        <legend className="unseen">{t('connections')}</legend>
        {unreachable.map((connection) => (
          <button
            key={connection}
            type="button"
            aria-pressed={filter.connections.includes(connection)}
            onClick={() => change({ connections: toggled(filter.connections, connection) })}
          >
            <ConnectionSign connection={connection} lang={lang} size={13} decorative />
            {connections.word(connection)}
            <b>{counts.connections[connection]}</b>
          </button>
        ))}
        {filter.only !== null && (
          <button type="button" aria-pressed="true" title={t('showAll')} onClick={() => change({ only: null })}>
            {t('onlyHere', { count: filter.only.length })}
            <CloseOutlined />
          </button>
        )}
      </fieldset>
    </div>
  );
};
