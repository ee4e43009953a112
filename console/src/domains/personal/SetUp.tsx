import type { SetUp as Duty } from '@plomb/contract/session/session';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../ui/Mark.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx';
import './personal.css';

/** What comes before anything else, alone on the page: a password of one's own, or the second factor of the role. */
export const SetUp = ({ duty, done, leave }: { duty: Duty; done: () => void; leave: () => Promise<void> }) => {
  const { t } = useTranslation('personal');
  return (
    <main className="set-up">
      <div className="set-up-card">
        <header>
          <Mark />
          <Button type="text" onClick={() => void leave()}>
            {t('setUp.logOut')}
          </Button>
        </header>
        <h1>{t(`setUp.${duty}`)}</h1>
        {duty === 'password' ? (
          <>
            <p>{t('temporaryText')}</p>
            <PasswordForm done={done} first />
          </>
        ) : (
          <>
            <p>{t('setUp.secondFactorText')}</p>
            <SecondFactorSetUp done={done} />
          </>
        )}
      </div>
    </main>
  );
};
