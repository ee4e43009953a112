import { type ApprovalState, approvalStates } from '@plomb/contract/approvals/approvals';
import { describe, expect, it } from 'vitest';
import { type ApprovalEvent, approvalEvents, type Standing, settled } from './rules.ts';

/** As agreed, apart from the table the product goes by. */
const agreed: Record<ApprovalEvent, ApprovalState> = {
  approve: 'approved',
  decline: 'declined',
  withdraw: 'withdrawn',
  lapse: 'lapsed',
};
/** A standing in which the event happens. */
const fit = (event: ApprovalEvent, change: Partial<Standing> = {}): Standing => ({
  state: 'waiting',
  isLate: event === 'lapse',
  isAsker: event === 'withdraw',
  byKey: false,
  ...change,
});

describe('the states of an approval', () => {
  it.each(approvalEvents)('%s leads where it says from waiting, and nowhere from any end', (event) => {
    expect(settled(event, fit(event))).toEqual({ to: agreed[event] });
    for (const state of approvalStates.filter((one) => one !== 'waiting'))
      expect(settled(event, fit(event, { state }))).toEqual({
        refusal: state === 'lapsed' ? 'approvalLapsed' : 'approvalEnded',
      });
  });

  it.each<[ApprovalEvent, Partial<Standing>, string]>([
    ['approve', { isAsker: true }, 'approvalOwn'],
    ['approve', { byKey: true }, 'approvalByPerson'],
    ['approve', { isLate: true }, 'approvalLapsed'],
    ['decline', { isAsker: true }, 'approvalOwn'],
    ['decline', { byKey: true }, 'approvalByPerson'],
    ['decline', { isLate: true }, 'approvalLapsed'],
    ['withdraw', { isAsker: false }, 'notFound'],
    ['withdraw', { isLate: true }, 'approvalLapsed'],
    ['lapse', { isLate: false }, 'conflict'],
  ])('each guard alone refuses: %s where %j, as %s', (event, change, refusal) => {
    expect(settled(event, fit(event, change))).toEqual({ refusal });
  });
});
