import type { Call, InputOf } from '@plomb/contract/kit/call';
import { apiKeys } from '@plomb/contract/personal/apiKeys';
import type { Caller, Reply } from './client.ts';

/** A program that calls by an API key of whoever is signed in by `calls`, for these calls; `anybody` is a caller without a session. */
export const programOf = async (
  calls: Caller,
  anybody: Caller,
  scope: readonly Call[],
): Promise<<C extends Call>(call: C, input: InputOf<C>) => Promise<Reply>> => {
  const { key } = await calls.ok(apiKeys.add, {
    ...{ key_name: 'program', scope: scope.map(({ permit }) => permit), physical: true, addresses: [] },
    expire_time: new Date(Date.now() + 86_400_000).toISOString(),
  });
  return (call, input) => anybody.raw(call.path, input, { authorization: `Bearer ${key}` });
};
