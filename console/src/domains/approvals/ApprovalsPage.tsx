import { approvalCalls } from '@plomb/contract/approvals/domain';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { later } from '../../ui/later.tsx';
import { ApprovalDesk } from './ApprovalDesk.tsx';
import { useApprovalNews } from './useApprovalNews.ts';

const ApprovalRecords = later(async () => (await import('./ApprovalRecords.tsx')).ApprovalRecords, {
  ahead: false,
  meanwhile: <Skeleton active className="page-skeleton" paragraph={{ rows: 6 }} />,
});

/** What only the list of all requests knows; the desk knows whose they are, and one of them. */
const ofTheList = Object.keys(approvalCalls.approvals.list.input.shape).filter((name) => name !== 'direction');

/** What waits, one request after the other; and behind it, when it is asked for, the list of all there ever were. */
export const ApprovalsPage = () => {
  const [address, setAddress] = useSearchParams();
  useApprovalNews();
  const view = address.get('view');
  const asked = view === 'list' || ofTheList.some((name) => address.has(name));
  const [list, showList] = useState(asked);
  // its filters taken away the list stays the list, until somebody wants what waits
  const shown = view !== 'waiting' && (asked || list);
  if (shown !== list) showList(shown);
  return shown ? (
    <ApprovalRecords
      toDesk={() => {
        showList(false);
        setAddress({});
      }}
    />
  ) : (
    <ApprovalDesk />
  );
};
