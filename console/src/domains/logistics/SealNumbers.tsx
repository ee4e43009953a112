import type { LogisticsBatch } from '@plomb/contract/logistics/logisticsBatches';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';

/** So many fit beside each other. */
const SHOWN = 3;

/** Position and the last three of its number, each in a box; what is not on yet is a dash, what is off is struck through. */
export const SealNumbers = ({ of }: { of: LogisticsBatch['positions'] }) => {
  const { t } = useTranslation('logistics');
  const states = useDictionary('position_state');
  return (
    <span className="batch-numbers">
      {of.slice(0, SHOWN).map(({ id, position, number, state }) => (
        <span
          key={id}
          className="batch-number"
          data-state={state}
          title={`${position} · ${number || '—'} · ${states.word(state)}`}
        >
          <span>{position}</span> <b className="mono">{state === 'waiting' ? '—' : number.slice(-3)}</b>
          <span className="unseen">{states.word(state)}</span>
        </span>
      ))}
      {of.length > SHOWN && <span>{t('batch.more', { count: of.length - SHOWN })}</span>}
    </span>
  );
};
