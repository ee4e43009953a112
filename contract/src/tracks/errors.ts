import type { FieldErrors } from '../kit/refusal.ts';

export const trackFieldErrors = {
  trackWindow: { zh: '轨迹回放时间范围最多 30 分钟', en: 'The time range of a track playback is at most 30 minutes' },
  trackBackwards: { zh: '结束时间须晚于开始时间', en: 'The end has to be later than the beginning' },
} as const satisfies FieldErrors;
