import { type IntervalName, type TypeIntervals, takenByAll, widestIntervals } from '@plomb/contract/lock/intervals';
import { useTranslation } from 'react-i18next';
import { useNumber } from '../ui/useNumber.ts';
import './intervalLimits.css';

export const isInterval = (field: string): field is IntervalName => field in widestIntervals;

/** What an interval of the chosen locks may be set to, said before anybody is refused; of several types with what suits all. */
export const IntervalLimits = ({
  id,
  name,
  types,
}: {
  id: string;
  name: IntervalName;
  types: readonly (TypeIntervals & { count?: number })[];
}) => {
  const { t } = useTranslation('lock');
  const number = useNumber();
  const range = (some: typeof types): string => {
    const taken = takenByAll(name, some);
    return taken ? t('limits.range', { least: number(taken[0]), most: number(taken[1]) }) : t('limits.none');
  };
  const [only] = types;
  if (!only) return null;
  return (
    <div id={id} className="interval-limits">
      {types.length === 1 ? (
        <p>{t('limits.type', { type: only.type_name, range: range(types) })}</p>
      ) : (
        <>
          <p>{takenByAll(name, types) ? t('limits.all', { range: range(types) }) : t('limits.noneForAll')}</p>
          <ul>
            {types.map((type) => (
              <li key={type.type_name}>
                {t('limits.typeOf', { type: type.type_name, count: type.count ?? 1, range: range([type]) })}
              </li>
            ))}
          </ul>
        </>
      )}
      {types.some(({ family }) => family === 'jt701') && <p>{t('limits.jt701')}</p>}
    </div>
  );
};
