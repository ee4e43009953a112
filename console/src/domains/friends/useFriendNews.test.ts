import { friendCalls } from '@plomb/contract/friends/domain';
import { expect, it } from 'vitest';
import { isOfFriends } from './useFriendNews.ts';

it('whatever is read of friends is read anew, and nothing else', () => {
  const paths = Object.values(friendCalls).flatMap((calls) => Object.values(calls).map(({ path }) => path));
  expect(paths.filter((path) => !isOfFriends({ queryKey: [path] }))).toEqual([]);
  expect(
    ['/device/list', '/friends/list', '/auth/getAuth'].filter((path) => isOfFriends({ queryKey: [path] })),
  ).toEqual([]);
});
