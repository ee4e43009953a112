import type { OutputOf } from '@plomb/contract/kit/call';
import { operators } from '@plomb/contract/system/operators/operators';
import { useQuery } from '@tanstack/react-query';
import { send } from '../platform/client.ts';

export type OperatorOptions = OutputOf<typeof operators.options>;
const none: OperatorOptions = { organizations: [], roles: [] };

/** What the filters and the form of operators offer. */
export const useOperatorOptions = (): OperatorOptions =>
  useQuery({
    queryKey: [operators.options.path],
    queryFn: () => send(operators.options, {}, { quiet: true }),
    staleTime: 10_000,
  }).data ?? none;
