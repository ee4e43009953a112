import type { BatchDetail } from '@plomb/contract/batches/batches';
import { useTranslation } from 'react-i18next';
import type { OrderField } from '../../lock/orderFields.ts';
import { Serial } from '../../ui/Serial.tsx';
import { useNumber } from '../../ui/useNumber.ts';

/** Why devices get no order: each reason once, with how many and the first of them. */
export const Refusals = ({ of, total }: { of: BatchDetail['refusals']; total: number }) => {
  const { t } = useTranslation('batches');
  const { t: tl } = useTranslation('lock');
  const number = useNumber();
  return (
    <section className="batch-block" aria-label={t('refusals.title', { count: total })}>
      <h2>{t('refusals.title', { count: total })}</h2>
      <ul className="batch-refusals">
        {of.map(({ code, field, words, count, numbers }) => (
          <li key={`${code} ${field}`}>
            <b>{number(count)}</b>
            <div>
              <p>
                {field === ''
                  ? words
                  : t('refusals.field', { field: tl(`more.fields.${field as OrderField['name']}`), words })}
              </p>
              <p>
                {numbers.map((sn) => (
                  <Serial key={sn} value={sn} />
                ))}
                {count > numbers.length && t('refusals.others')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
