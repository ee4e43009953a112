import type { Call, InputOf, OutputOf } from '@plomb/contract/kit/call';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';
import { usePage } from './page.ts';

/** One part of the page: what its call last answered, and whether the latest attempt failed. */
export interface Part<T> {
  data: T | undefined;
  error: unknown;
  /** ms since 1970 by this computer's clock */
  at: number;
  again: () => void;
}

/** A part that fails leaves the others standing. `null`: the operator has no right to it. */
export const usePart = <C extends Call>(
  call: C,
  input: InputOf<C>,
  { paused, every }: { paused: boolean; every: number },
): Part<OutputOf<C>> | null => {
  const may = useMay()(call);
  const { active } = usePage();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: [call.path, input],
    queryFn: () => send(call, input, { quiet: true }),
    enabled: may,
    refetchInterval: paused || !active ? false : every,
    // at midnight its days are others
    placeholderData: keepPreviousData,
  });
  return may ? { data, error, at: dataUpdatedAt, again: () => void refetch() } : null;
};
