import { jobCalls } from '@plomb/contract/jobs/domain';
import { isUnderWay } from '@plomb/contract/jobs/jobs';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';

/** While something is under way, and while nothing is known to be. */
const OFTEN = 1500;
const SELDOM = 30_000;

/** The operator's jobs, from wherever they were begun. */
export const useJobs = () => {
  const lang = useSettings((s) => s.lang);
  return useQuery({
    queryKey: [jobCalls.jobs.list.path, lang],
    queryFn: () => send(jobCalls.jobs.list, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.rows.some((job) => isUnderWay(job.state)) ? OFTEN : SELDOM),
  });
};
