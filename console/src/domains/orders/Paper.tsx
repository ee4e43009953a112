import { personNamed } from '@plomb/contract/kit/personNamed';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { zonedTime } from './zonedTime.ts';
import '../../ui/list/print.css';
import './evidence.css';

/** What is to be printed, while it comes, when it does not, and with the button that prints it. */
export const Paper = <T,>({
  asked: { data, error, refetch },
  children,
}: {
  asked: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) => {
  const { t } = useTranslation('orders');
  return (
    <div className="evidence-page">
      <PageHeader
        actions={
          data && (
            <Button type="primary" onClick={() => window.print()}>
              {t('card.print')}
            </Button>
          )
        }
      />
      {error ? (
        <Blank kind="failed" title={t('card.failedTitle')} text={t('card.failedText')}>
          <Button type="primary" onClick={() => void refetch()}>
            {t('card.retry')}
          </Button>
        </Blank>
      ) : data ? (
        children(data)
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </div>
  );
};

export const PaperHead = ({ title, from, number }: { title: string; from?: string; number: string }) => {
  const { t } = useTranslation('orders');
  const oper = useSession((s) => s.oper);
  const printed = t('card.printed', {
    time: zonedTime(new Date().toISOString()),
    name: oper ? personNamed(oper.oper_name, oper.login_name) : '–',
  });
  return (
    <header>
      <div>
        <h2>{title}</h2>
        <p>{[from, printed].filter(Boolean).join(' · ')}</p>
      </div>
      <b className="mono">{number}</b>
    </header>
  );
};

/** Room to sign. */
export const PaperSignatures = () => {
  const { t } = useTranslation('orders');
  return (
    <footer aria-hidden="true">
      {(['issued', 'received', 'witness'] as const).map((who) => (
        <span key={who}>{t(`card.${who}`)}</span>
      ))}
    </footer>
  );
};
