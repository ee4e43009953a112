import { personalCalls } from '@plomb/contract/personal/domain';
import type { SetUp as Duty } from '@plomb/contract/session/session';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { Mark } from '../../ui/Mark.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx';
import './personal.css';

/** One that is on may be of a kind that the role does not take. */
const FactorSetUp = ({ done }: { done: () => void }) => {
  const lang = useSettings((s) => s.lang);
  const { data, error } = useQuery({
    queryKey: [personalCalls.account.detail.path],
    queryFn: () => send(personalCalls.account.detail, {}, { quiet: true }),
  });
  if (data) return <SecondFactorSetUp state={data.second_factor} done={done} />;
  return error ? <p role="alert">{failureWords(error, lang)}</p> : <Skeleton active />;
};

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
            <FactorSetUp done={done} />
          </>
        )}
      </div>
    </main>
  );
};
