import { WarningOutlined } from '@ant-design/icons';
import type { Approval } from '@plomb/contract/approvals/approvals';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { listed } from '../../platform/listed.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNumber } from '../../ui/useNumber.ts';

/** How the roll-out stands that is to go on: what failed of it, before what did not. */
export const RolloutNow = ({
  rollout: { total, success, open, failed },
}: {
  rollout: NonNullable<Approval['rollout']>;
}) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const causes = useDictionary('issue_cause');
  return (
    <section className="approval-risks" aria-label={t('rollout.title')}>
      <ul>
        {failed.map(({ cause, count, numbers }) => (
          <li key={cause} data-risk>
            <WarningOutlined aria-hidden />{' '}
            {t('rollout.failed', { count, cause: causes.word(cause), numbers: listed(numbers, lang) })}
            {count > numbers.length && ' …'}
          </li>
        ))}
        <li>{t('rollout.stands', { success: number(success), open: number(open), total: number(total) })}</li>
      </ul>
    </section>
  );
};
