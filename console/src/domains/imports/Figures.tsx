import type { ImportDetail } from '@plomb/contract/imports/imports';
import { useTranslation } from 'react-i18next';
import { useNumber } from '../../ui/useNumber.ts';
import '../../ui/work.css';

/** What came of the rows, or would. */
export const Figures = ({ one }: { one: ImportDetail }) => {
  const { t } = useTranslation('imports');
  const number = useNumber();
  const isTrial = one.state === 'checking' || one.state === 'checked';
  return (
    <ul className="work-figures">
      <li data-what="added">
        <b>{number(one.added)}</b> {t(`result.${isTrial ? 'wouldAdd' : 'added'}.${one.import_type}`)}
      </li>
      <li>
        <b>{number(one.same)}</b> {t('result.same')}
      </li>
      <li data-what="bad" data-bad={one.bad > 0}>
        <b>{number(one.bad)}</b> {t('result.bad')}
      </li>
    </ul>
  );
};
