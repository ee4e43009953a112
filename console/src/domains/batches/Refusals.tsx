import type { BatchDetail } from '@plomb/contract/batches/batches';
import { useTranslation } from 'react-i18next';
import type { OrderField } from '../../lock/orderFields.ts';
import { Numbered } from '../../ui/Numbered.tsx';

/** Why devices get no order: each reason once, with how many and the first of them. */
export const Refusals = ({ of, total }: { of: BatchDetail['refusals']; total: number }) => {
  const { t } = useTranslation('batches');
  const { t: tl } = useTranslation('lock');
  return (
    <section className="work-block" aria-label={t('refusals.title', { count: total })}>
      <h2>{t('refusals.title', { count: total })}</h2>
      <Numbered
        others={t('refusals.others')}
        of={of.map(({ code, field, words, count, numbers }) => ({
          key: `${code} ${field}`,
          words:
            field === ''
              ? words
              : t('refusals.field', { field: tl(`more.fields.${field as OrderField['name']}`), words }),
          count,
          numbers,
        }))}
      />
    </section>
  );
};
