import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive, onOpened } from '../../platform/live.ts';

/** By the beginning of its path, for the bar above every page listens, too: the calls themselves would come with all they name. */
export const isOfFriends = ({ queryKey: [path] }: Pick<Query, 'queryKey'>): boolean =>
  /^\/(friend|application|applicationRecord|authorisation)\//.test(String(path));

/** Reads anew what is of friends, applications and authorisations; answers when that is done. */
export const useFriendsAnew = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ predicate: isOfFriends });
};

/**
 * The other side did something, or something of it may have been missed: such news have no number, and none comes again
 * on a line that goes on after a break. What is being read meanwhile may be from before, and is read once more.
 */
export const useFriendNews = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const anew = (): void => void queries.invalidateQueries({ predicate: isOfFriends });
    const unhear = [onLive('personal', anew), onOpened(anew)];
    return () => {
      for (const u of unhear) u();
    };
  }, [queries]);
};
