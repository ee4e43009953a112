import { personNamed } from '@plomb/contract/kit/personNamed';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../platform/clock.ts';
import { useSession } from '../../platform/session.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { zonedTime } from './zonedTime.ts';
import '../../ui/list/print.css';
import './paper.css';

/** What is to be printed, while it comes, when it does not, and with the button that prints it. */
export const Paper = <T,>({
  asked: { data, error, refetch },
  none,
  children,
}: {
  asked: UseQueryResult<T>;
  /** what is said when there is no such paper, or it could not be read */
  none: { title: string; text: string };
  children: (data: T) => ReactNode;
}) => {
  const { t } = useTranslation('lock');
  return (
    <div className="evidence-page">
      <PageHeader
        actions={
          data && (
            <Button type="primary" onClick={() => window.print()}>
              {t('paper.print')}
            </Button>
          )
        }
      />
      {error ? (
        <Blank kind="failed" {...none}>
          <Button type="primary" onClick={() => void refetch()}>
            {t('paper.retry')}
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
  const { t } = useTranslation('lock');
  const oper = useSession((s) => s.oper);
  const printed = t('paper.printed', {
    time: zonedTime(new Date(serverNow()).toISOString()),
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
  const { t } = useTranslation('lock');
  return (
    <footer aria-hidden="true">
      {(['issued', 'received', 'witness'] as const).map((who) => (
        <span key={who}>{t(`paper.${who}`)}</span>
      ))}
    </footer>
  );
};
