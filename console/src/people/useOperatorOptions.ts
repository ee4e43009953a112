import type { OutputOf } from '@plomb/contract/kit/call';
import { systemCalls } from '@plomb/contract/system/domain';
import { useQuery } from '@tanstack/react-query';
import { send } from '../platform/client.ts';

export type OperatorOptions = OutputOf<typeof systemCalls.operators.options>;
const none: OperatorOptions = { organizations: [], roles: [] };

/** What the filters and the form of operators offer. */
export const useOperatorOptions = (): OperatorOptions =>
  useQuery({
    queryKey: [systemCalls.operators.options.path],
    queryFn: () => send(systemCalls.operators.options, {}, { quiet: true }),
    staleTime: 10_000,
  }).data ?? none;
