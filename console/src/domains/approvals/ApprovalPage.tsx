import { approvalCalls } from '@plomb/contract/approvals/domain';
import { inBoth } from '@plomb/contract/kit/text';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureWords, isNoLongerSeen } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { Crumbs } from '../../ui/Crumbs.tsx';
import { Blank } from '../../ui/list/Blank.tsx';
import { usePage, useTabTitle } from '../../ui/page.ts';
import { ApprovalDetail } from './ApprovalDetail.tsx';
import { ApprovalProgress } from './ApprovalProgress.tsx';
import { headOf } from './about.ts';
import { Decide } from './Decide.tsx';
import { useApprovalNews } from './useApprovalNews.ts';
import '../../ui/page.css';
import './approvals.css';

const { detail } = approvalCalls.approvals;

/** One request at an address of its own, which a mail names: it is decided here as beside the list, by the own password. */
export const ApprovalPage = () => {
  const { t } = useTranslation('approvals');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { path, active } = usePage();
  const id = Number(path.split('/').at(-1));
  useApprovalNews();
  const { data, error, refetch } = useQuery({
    queryKey: [detail.path, id],
    queryFn: () => send(detail, { id }, { quiet: true }),
    refetchInterval: active ? 30_000 : false,
    retry: false,
  });
  useTabTitle(data && inBoth((one) => headOf(data, one)));
  const isShown = data && !isNoLongerSeen(error);
  return (
    <div className="approval-page">
      <Crumbs />
      {isShown ? (
        <article>
          <h1>{headOf(data, lang)}</h1>
          {data.state !== 'waiting' && (
            <p className="approval-settled" role="status">
              {t(data.rollout ? `settledRollout.${data.state}` : `settled.${data.state}`)}
            </p>
          )}
          {/* whoever comes back to it asks one thing: has the lock moved */}
          {data.state !== 'waiting' && <ApprovalProgress one={data} />}
          <ApprovalDetail one={data} isAlone={data.state === 'waiting'} />
          <footer>
            <Decide key={data.id} one={data} />
          </footer>
        </article>
      ) : error ? (
        <Blank kind="failed" title={t('missing')} text={failureWords(error, lang)}>
          <Button type="primary" onClick={() => void refetch()}>
            {ui('retry')}
          </Button>
          <Link to="/approval">{t('toList')}</Link>
        </Blank>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </div>
  );
};
