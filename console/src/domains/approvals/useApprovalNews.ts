import { approvalCalls } from '@plomb/contract/approvals/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive, onOpened } from '../../platform/live.ts';

const { list, detail, waiting, own, needed } = approvalCalls.approvals;
const read = [list, detail, waiting, own, needed];

/** Reads approvals anew; answers when that is done. */
export const useApprovalsAnew = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(read.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  };
};

/** Somebody asked or decided, or such news may have been missed: they have no number, and none comes again after a break. */
export const useApprovalNews = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const anew = (): void => {
      for (const { path } of read) void queries.invalidateQueries({ queryKey: [path] });
    };
    const unhear = [onLive('personal', anew), onOpened(anew)];
    return () => {
      for (const u of unhear) u();
    };
  }, [queries]);
};
