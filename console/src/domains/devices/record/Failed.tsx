import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/answer.ts';
import { useSettings } from '../../../platform/settings.ts';

/** Why a tab shows nothing, and the way to try again. */
export const Failed = ({ error, again }: { error: unknown; again: () => void }) => {
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  return (
    <section className="device-pane" role="alert">
      <p>
        {failureWords(error, lang)} <Button onClick={again}>{t('retry')}</Button>
      </p>
    </section>
  );
};
