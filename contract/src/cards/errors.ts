import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

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
} as const satisfies Refusals;

export const cardFieldErrors = {
  cardNumberEmpty: { zh: 'IC 卡号不能为空', en: 'The IC-card number cannot be empty' },
  cardPlace: {
    zh: '经度、纬度须同时填写，有半径时也须填写',
    en: 'Longitude and latitude go together, and a radius needs both',
  },
} as const satisfies FieldErrors;
