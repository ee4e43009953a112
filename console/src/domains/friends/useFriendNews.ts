import { friendCalls } from '@plomb/contract/friends/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive, onOpened } from '../../platform/live.ts';

const { friends, applications, applicationRecords, authorisations } = friendCalls;
const read = [
  friends.list,
  applications.list,
  applications.detail,
  applications.waiting,
  applicationRecords.list,
  applicationRecords.detail,
  authorisations.list,
  authorisations.detail,
];

/** Reads anew what is of friends and applications; answers when that is done. */
export const useFriendsAnew = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(read.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  };
};

/**
 * The other side did something, or something of it may have been missed: such news have no number, and none comes again
 * on a line that goes on after a break. What is being read meanwhile may be from before, and is read once more.
 */
export const useFriendNews = (): void => {
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
