import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { ApplicationDirection, ApplicationState } from './applications.ts';

export const friendWords = {
  application_direction: {
    title: { zh: '申请方向', en: 'Direction of an application' },
    items: {
      incoming: ['收到', 'Received'],
      outgoing: ['发出', 'Sent'],
    } satisfies Record<ApplicationDirection, Word>,
  },
  application_state: {
    title: { zh: '申请状态', en: 'State of an application' },
    items: {
      pending: ['待处理', 'Waiting', 'gold'],
      agreed: ['已同意', 'Agreed', 'green'],
      declined: ['已拒绝', 'Declined', 'red'],
      withdrawn: ['已撤回', 'Withdrawn'],
      lapsed: ['已过期', 'Lapsed'],
    } satisfies Record<ApplicationState, Word>,
  },
} as const satisfies DictionarySeeds;
