import { authorisationLimits } from '@plomb/contract/friends/authorisations';

/** SQL over a (authorisation): when what is waited for is overdue, and it ends by itself; null: nothing is. */
export const dueTime = `case when a.state in ('pending_first', 'pending_second')
    then least(a.step_time + interval '${authorisationLimits.hours} hours', a.until_time)
  when a.state = 'active' and a.until_time is null then a.step_time + interval '${authorisationLimits.reviewDays} days' end`;
