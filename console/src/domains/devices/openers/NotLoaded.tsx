import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/answer.ts';
import { useSettings } from '../../../platform/settings.ts';
import { Blank } from '../../../ui/list/Blank.tsx';

/** Why the list did not come, and once more. */
export const NotLoaded = ({ why, again }: { why: unknown; again: () => void }) => {
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  return (
    <Blank kind="failed" title={t('failedTitle')} text={failureWords(why, lang)}>
      <Button type="primary" onClick={again}>
        {t('retry')}
      </Button>
    </Blank>
  );
};
