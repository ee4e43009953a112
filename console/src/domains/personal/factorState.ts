import type { OutputOf } from '@plomb/contract/kit/call';
import type { account } from '@plomb/contract/personal/account';

export type FactorState = OutputOf<typeof account.detail>['second_factor'];
