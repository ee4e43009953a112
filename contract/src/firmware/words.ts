import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { IssueRefusal, IssueWait } from './rollouts.ts';
import type { FirmwareState, IssueCause, IssueState, RolloutDeed, RolloutState } from './steps.ts';

export const firmwareWords = {
  firmware_state: {
    title: { zh: '固件版本状态', en: 'State of a firmware version' },
    items: {
      draft: ['草稿', 'Draft'],
      published: ['已发布', 'Published', 'green'],
      withdrawn: ['已撤回', 'Withdrawn', 'gold'],
    } satisfies Record<FirmwareState, Word>,
  },
  rollout_state: {
    title: { zh: '固件升级状态', en: 'State of a firmware roll-out' },
    items: {
      draft: ['预检', 'Preview'],
      running: ['进行中', 'Running', 'blue'],
      paused: ['已暂停', 'Paused', 'gold'],
      stopped: ['已自动停止', 'Stopped', 'red'],
      ended: ['已结束', 'Ended'],
      done: ['已完成', 'Done', 'green'],
    } satisfies Record<RolloutState, Word>,
  },
  rollout_deed: {
    title: { zh: '固件升级的步骤', en: 'Step of a firmware roll-out' },
    items: {
      start: ['开始', 'Started'],
      wave: ['下一批开始', 'Next wave began'],
      pause: ['暂停', 'Paused', 'gold'],
      stop: ['自动停止', 'Stopped by itself', 'red'],
      resume: ['继续', 'Resumed'],
      again: ['重试失败的锁', 'Failed locks tried again'],
      end: ['结束', 'Ended'],
      finish: ['完成', 'Done', 'green'],
    } satisfies Record<RolloutDeed, Word>,
  },
  issue_state: {
    title: { zh: '固件下发状态', en: 'Firmware issue status' },
    items: {
      created: ['未开始', 'Not begun'],
      queued: ['等待下发', 'Waiting'],
      sending: ['发送中', 'Sending', 'blue'],
      verifying: ['设备校验中', 'Verifying', 'cyan'],
      success: ['升级成功', 'Upgrade success', 'green'],
      failed: ['升级失败', 'Upgrade failure', 'red'],
      cancelled: ['已取消', 'Cancelled'],
      timed_out: ['下发超时', 'Issue timed out', 'gold'],
    } satisfies Record<IssueState, Word>,
  },
  issue_refusal: {
    title: { zh: '不升级的原因', en: 'Why a lock is not upgraded' },
    items: {
      otherType: ['设备类型与固件不符', 'Of another device type'],
      unsupported: ['此类锁不能由平台升级', 'The platform cannot upgrade such locks'],
      disabled: ['设备已停用', 'The device is disabled'],
      outOfUse: ['报废、丢失或维修中', 'Scrapped, lost or in maintenance'],
      sameVersion: ['已是此版本', 'It runs this version already'],
      underWay: ['已在另一次升级中', 'It is in another roll-out'],
    } satisfies Record<IssueRefusal, Word>,
  },
  issue_wait: {
    title: { zh: '等待的条件', en: 'What an upgrade waits for' },
    items: {
      offline: ['等待上线', 'Waits to come online'],
      battery: ['电量未知或不足', 'Battery unknown or too low'],
      sealed: ['已施封，等待解封', 'Sealed, waits to be unsealed'],
      onBatch: ['在物流批次上，等待批次结束', 'On a logistics batch, waits for its end'],
      frozen: ['处于封控期，等待其结束', 'In a frozen period, waits for its end'],
    } satisfies Record<IssueWait, Word>,
  },
  issue_cause: {
    title: { zh: '未升级成功的原因', en: 'Why an upgrade did not succeed' },
    items: {
      refused: ['锁拒绝了固件', 'The lock refused it'],
      cancelled: ['锁中止了升级', 'The lock broke it off'],
      unsupported: ['锁不支持升级', 'The lock has no such word'],
      otherVersion: ['锁上报的仍是其他版本', 'The lock reports another version'],
      damaged: ['存储的固件已损坏', 'The stored file is damaged'],
      unsigned: ['固件缺少有效签名', 'It bears no valid signature'],
      withdrawn: ['固件已撤回', 'The firmware was withdrawn'],
      exchanged: ['设备已换锁或换类型', 'The device got another lock or type'],
      moved: ['设备已转到其他组织', 'The device went to another organisation'],
      outOfUse: ['设备已停用或不在用', 'The device is out of use'],
      silent: ['两小时内未完成', 'Not done within two hours'],
      deadline: ['截止时仍在等待', 'Still waiting at the deadline'],
      ended: ['升级已结束', 'The roll-out was ended'],
    } satisfies Record<IssueCause, Word>,
  },
} as const satisfies DictionarySeeds;
