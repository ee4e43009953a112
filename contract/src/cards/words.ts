import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { CardStanding } from './cards.ts';
import type { CardOpens, CellStanding, SyncCause, SyncState } from './matrix.ts';
import type { ruleChanges } from './rules.ts';

export const cardWords = {
  card_type: {
    title: { zh: 'IC 卡类型', en: 'IC-card type' },
    items: { single: ['单卡', 'Single'], group: ['组卡', 'Group'] },
  },
  card_standing: {
    title: { zh: 'IC 卡在锁中', en: 'IC card in a lock' },
    items: {
      wanted: ['待下发', 'To be given', 'blue'],
      held: ['已在锁中', 'In the lock', 'green'],
      doubt: ['不确定', 'In doubt', 'gold'],
      leaving: ['待移除', 'To be removed', 'blue'],
    } satisfies Record<CardStanding, Word>,
  },
  rule_change: {
    title: { zh: '刷卡区域变更', en: 'Change of a card area' },
    items: {
      written: ['新增', 'Written'],
      enabled: ['启用', 'Enabled', 'green'],
      disabled: ['停用', 'Disabled', 'gold'],
      name: ['名称', 'Name'],
      areas: ['区域', 'Areas'],
      cards: ['IC 卡', 'Cards'],
      locks: ['适用的锁', 'Locks'],
      period: ['有效期', 'Period'],
      hours: ['每日时段', 'Hours of the day'],
    } satisfies Record<(typeof ruleChanges)[number], Word>,
  },
  sync_state: {
    title: { zh: '卡与区域同步', en: 'Cards and areas of a lock' },
    items: {
      desired: ['待推送', 'To be pushed', 'blue'],
      pushing: ['推送中', 'Pushing', 'blue'],
      synced: ['已同步', 'Synced', 'green'],
      drift: ['不一致', 'Drift', 'red'],
      unable: ['无法下发', 'Cannot be told', 'gold'],
    } satisfies Record<SyncState, Word>,
  },
  sync_cause: {
    title: { zh: '未同步的原因', en: 'Why a lock is not synced' },
    items: {
      frozen: ['封控期内不下发，结束后继续', 'Waits for the end of a frozen period', 'gold'],
      otherCards: ['锁中的卡与列表不同', 'The lock and the list differ', 'red'],
      refused: ['三次推送锁均未接受', 'Pushed three times, and the lock did not take it', 'red'],
      unsupported: ['该型号不支持按区域刷卡', 'This lock does not know cards and areas: nothing is sent to it', 'gold'],
      northEastOnly: ['该型号只支持东经、北纬的区域', 'This lock takes areas in the north and east only', 'gold'],
      tooManyAreas: ['区域数量超过锁的容量', 'More areas than the lock has room for', 'gold'],
      tooManyCards: ['IC 卡数量超过锁的容量', 'More cards than the lock has room for', 'gold'],
      right: ['规则的最后编辑者已无权下发', 'Whoever wrote the rule may give no cards any more', 'gold'],
      unusable: ['设备已停用、丢失或报废', 'The device is disabled, lost or scrapped', 'gold'],
    } satisfies Record<SyncCause, Word>,
  },
  cell_standing: {
    title: { zh: 'IC 卡与锁', en: 'Card and lock' },
    items: {
      synced: ['已同步，可开', 'Synced, opens', 'green'],
      area: ['仅限区域内', 'Only inside its areas', 'green'],
      pushing: ['推送中', 'Pushing', 'blue'],
      waits: ['等待唤醒', 'Waits for wake', 'gold'],
      removing: ['移除中', 'Removing', 'blue'],
      drift: ['不一致', 'Drift', 'red'],
      doubt: ['不确定', 'In doubt', 'gold'],
      unable: ['无法下发', 'Cannot be told', 'gold'],
    } satisfies Record<CellStanding, Word>,
  },
  card_opens: {
    title: { zh: '此刻能否刷卡开锁', en: 'Whether a card opens now' },
    items: {
      opens: ['可开', 'Opens', 'green'],
      everywhere: ['任何地点可开', 'Opens anywhere', 'gold'],
      uncertain: ['不确定', 'Not certain', 'gold'],
      outside: ['在区域外', 'Outside its areas'],
      hours: ['不在允许时段，但锁不识时段，仍会开', 'Out of hours, but the lock knows none and would open', 'gold'],
      elsewhere: ['在其他卡的区域内，锁仍会开', 'In an area of other cards, where the lock opens all the same', 'gold'],
      frozen: [
        '封控期内，但锁不知封控，仍会开并告警',
        'In a frozen period, but the lock knows none: it would open, and ring',
        'gold',
      ],
      no: ['不能开', 'Does not open'],
    } satisfies Record<CardOpens, Word>,
  },
} as const satisfies DictionarySeeds;
