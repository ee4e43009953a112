import { orderedBy } from '@plomb/contract/lock/orderedBy';
import type { Opening } from '@plomb/contract/orders/openings';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../lock/shortTime.ts';
import { CommandSign } from '../../lock/sign/CommandSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNow } from '../../platform/time.ts';

/** Degrees, latitude first; null: nobody knows where. */
export const placeOf = ({ lat, lon }: { lat: number | null; lon: number | null }): string | null =>
  lat === null || lon === null ? null : `${lat.toFixed(5)}, ${lon.toFixed(5)}`;

/** Who opened it, by name and login, and by the right of which other organisation; a card stands as its number. */
export const Who = ({ opening }: { opening: Opening }) => {
  const { t } = useTranslation('orders');
  const { who, login_name, assigned_to, approved_by, in_frozen, way, order_id } = opening;
  if (who === '') return <span className="order-login">{t('opening.nobody')}</span>;
  return (
    <span>
      {way === 'card' && order_id === null
        ? t('opening.card', { number: who })
        : orderedBy({ oper_name: who, login_name, assigned_to })}
      {approved_by && <small>{t('opening.approvedBy', { name: approved_by })}</small>}
      {in_frozen && <small>{t('opening.inFrozen', { name: in_frozen })}</small>}
    </span>
  );
};

/** Whether the order behind it was answered, and whether the lock itself told of the deed: two facts. */
export const Proof = ({ opening }: { opening: Opening }) => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  const proofs = useDictionary('opening_proof');
  const now = useNow();
  const { proof, answer_time } = opening;
  return (
    <span className="order-stage" data-proof={proof}>
      <CommandSign stage={proof === 'reported' ? 'proved' : 'uncertain'} lang={lang} size={18} decorative />
      {proofs.word(proof)}
      {answer_time !== null && <small>{t('opening.answered', { time: shortTime(answer_time, now) })}</small>}
    </span>
  );
};
