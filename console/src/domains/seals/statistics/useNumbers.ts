import { useQuery } from '@tanstack/react-query';
import { partOf } from './useNarrowing.ts';

interface Time {
  from: string;
  to: string;
}
interface Asked<F, S> {
  path: string;
  time: Time;
  filter: F;
  span: S;
  /** when the one hour, day, week … of it begins that is chosen */
  at: string | null;
}

/** The numbers of a time, and of the part of it that is chosen: all but the chart is of that part. */
export const useNumbers = <F extends object, S, Told extends { times: readonly { start: string }[] }>(
  { path, time, filter, span, at }: Asked<F, S>,
  ask: (input: Time & F & { span?: S }) => Promise<Told>,
) => {
  const whole = { ...time, ...filter, span };
  const { data, error, refetch } = useQuery({
    queryKey: [path, whole],
    queryFn: () => ask(whole),
    refetchInterval: 60_000,
    placeholderData: (before) => before,
  });
  const chosen = data?.times.findIndex(({ start }) => start === at) ?? -1;
  const part = { ...filter, ...partOf(time, data?.times ?? [], chosen) };
  const { data: narrowed } = useQuery({
    enabled: chosen >= 0,
    queryKey: [path, part, 'part'],
    queryFn: () => ask(part),
    placeholderData: (before) => before,
  });
  return { whole, part, chosen, data, shown: chosen >= 0 ? narrowed : data, error, refetch };
};
