import { said } from '../../platform/notices.ts';
import { useFriendsAnew } from './useFriendNews.ts';

/** Does it, says it, and reads anew: also what was refused, for then something else is true than is shown. */
export const useDo = () => {
  const anew = useFriendsAnew();
  return async (work: Promise<unknown>, words: string): Promise<void> => {
    try {
      await work;
      said(words);
    } catch {
      // said by the client
    }
    await anew();
  };
};
