import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { JobKind, JobState } from './jobs.ts';

export const jobWords = {
  job_kind: {
    title: { zh: '后台任务', en: 'Job' },
    items: {
      import_check: ['导入试运行', 'Dry run of an import'],
      import_run: ['批量导入', 'Bulk import'],
      batch_give: ['批量指令', 'Batch orders'],
      export_locations: ['导出位置记录', 'Location records'],
      export_statuses: ['导出状态记录', 'Status records'],
      export_alerts: ['导出告警记录', 'Alert records'],
      export_changes: ['导出告警与状态变化', 'Alerts and status changes'],
      evidence_pack: ['证据包', 'Evidence pack'],
    } satisfies Record<JobKind, Word>,
  },
  job_state: {
    title: { zh: '任务状态', en: 'State of a job' },
    items: {
      queued: ['排队中', 'Queued'],
      running: ['进行中', 'Running', 'blue'],
      done: ['已完成', 'Done', 'green'],
      failed: ['失败', 'Failed', 'red'],
      cancelled: ['已取消', 'Cancelled'],
    } satisfies Record<JobState, Word>,
  },
} as const satisfies DictionarySeeds;
