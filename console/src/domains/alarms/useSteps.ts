import { alarmCalls } from '@plomb/contract/alarms/domain';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../platform/client.ts';

const { steps } = alarmCalls.alarms;

/** What was done with an alarm, and whether a deed of whoever looks rang it: then somebody else processes it. */
export const useSteps = (id: number | undefined) =>
  useQuery({
    queryKey: [steps.path, id],
    queryFn: ({ signal }) => send(steps, { id: id ?? 0 }, { quiet: true, signal }),
    enabled: id !== undefined,
  }).data;
