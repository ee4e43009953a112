import { QuestionCircleFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import './clockDoubt.css';

/** Beside a state: which of the lock's words came last is in doubt. */
export const ClockDoubt = () => {
  const { t } = useTranslation('lock');
  return (
    <p className="clock-doubt">
      <QuestionCircleFilled aria-hidden /> {t('clockDoubt')}
    </p>
  );
};
