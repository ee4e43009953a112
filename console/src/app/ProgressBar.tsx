import { useTranslation } from 'react-i18next';
import { useProgress } from '../platform/progress.ts';

/** A thin line above everything while the person waits; short waits never show it (shell.css). */
export const ProgressBar = () => {
  const { t } = useTranslation('app');
  const busy = useProgress((s) => s.running > 0);
  return busy ? <div className="waiting-line" role="progressbar" aria-label={t('loading')} /> : null;
};
