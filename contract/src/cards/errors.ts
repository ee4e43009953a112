import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';
import { ruleLimits } from './rules.ts';

export const cardRefusals = {
  cardRemoving: refusal(
    'conflict',
    'IC 卡正在移除，待各锁确认后消失，不能修改',
    'The IC card is being removed and goes when its locks have confirmed it: it cannot be changed',
  ),
  cardUnusable: refusal(
    'fail',
    'IC 卡已停用或正在移除，不能下发',
    'The IC card is disabled or being removed and is given to no lock',
  ),
  ruleRemoving: refusal(
    'conflict',
    '刷卡区域正在移除，待各锁确认后消失，不能修改',
    'The card area is being removed and goes when its locks have confirmed it: it cannot be changed',
  ),
  ruleNotAlone: refusal(
    'noPermission',
    '启用的刷卡区域会向锁下发卡与区域，您没有这些指令的权限',
    'An enabled card area gives cards and areas to locks, and you may not give these orders',
  ),
  noRuleForLock: refusal('conflict', '没有规则适用于此锁', 'No card area is for this lock'),
} as const satisfies Refusals;

export const cardFieldErrors = {
  cardNumberEmpty: { zh: 'IC 卡号不能为空', en: 'The IC-card number cannot be empty' },
  cardPlace: {
    zh: '经度、纬度须同时填写，有半径时也须填写',
    en: 'Longitude and latitude go together, and a radius needs both',
  },
  hourOfDay: { zh: '时刻格式为 时:分，如 06:00', en: 'A time of day is written like 06:00' },
  drawArea: { zh: '请至少画一个区域', en: 'Draw at least one area' },
  ruleAhead: {
    zh: `开始时间不得晚于 ${ruleLimits.aheadDays} 天后`,
    en: `It has to begin within ${ruleLimits.aheadDays} days`,
  },
  ruleOver: { zh: '结束时间已过，规则不会生效', en: 'This is over already: it would never be in force' },
  rulePeriod: { zh: '结束时间须晚于开始时间', en: 'The end has to be after the start' },
} as const satisfies FieldErrors;
