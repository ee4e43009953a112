import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { byServer } from '../../platform/clock.ts';
import { useSettings } from '../../platform/settings.ts';
import { useRelative } from '../../platform/time.ts';
import type { Part } from '../../ui/usePart.ts';

/** That a part did not load, and of when what it shows is. */
export const Failed = ({ part }: { part: Pick<Part<unknown>, 'data' | 'error' | 'at' | 'again'> }) => {
  const { t } = useTranslation('dashboard');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const relative = useRelative();
  if (!part.error) return null;
  return (
    <div className="part-failed" role="alert">
      {part.data === undefined ? t('failed') : t('failedAsOf', { age: relative(byServer(part.at)) })}{' '}
      <span>{failureWords(part.error, lang)}</span>
      <Button size="small" onClick={part.again}>
        {ui('retry')}
      </Button>
    </div>
  );
};
