import { calls } from '@plomb/contract/calls';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useQuery } from '@tanstack/react-query';
import { send } from '../platform/client.ts';

export type OperatorOptions = OutputOf<typeof calls.operators.options>;
const none: OperatorOptions = { organizations: [], roles: [] };

/** What the filters and the form of operators offer. */
export const useOperatorOptions = (): OperatorOptions =>
  useQuery({
    queryKey: [calls.operators.options.path],
    queryFn: () => send(calls.operators.options, {}, { quiet: true }),
    staleTime: 10_000,
  }).data ?? none;
