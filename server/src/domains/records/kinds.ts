import type { FilePurpose } from '@plomb/contract/files/purposes';
import type { JobKind } from '@plomb/contract/jobs/jobs';
import type { Call } from '@plomb/contract/kit/call';
import type { Text } from '@plomb/contract/kit/text';
import { alertRecords } from '@plomb/contract/records/alerts';
import { changeRecords } from '@plomb/contract/records/changes';
import { locationRecords, statusRecords } from '@plomb/contract/records/reports';
import { type AlarmsById, openAlertByKey, openAlerts } from './alerts.ts';
import { changeByKey, changes } from './changes.ts';
import { reportByKey, reports } from './reports.ts';
import type { Reader, Source } from './source.ts';

/** A kind of record: its calls, how it is read, and the job that writes it to a file, which is what that file is for. */
export interface RecordKind {
  calls: { list: Call; detail: Call; export: Call };
  place: 'report' | 'alert' | 'change';
  source: Source<never, { key: string }>;
  byKey(key: string, reader: Reader): Promise<unknown>;
  job: JobKind & FilePurpose;
  title: Text;
}

const title = (zh: string, en: string): Text => ({ zh, en });
const ofReports = { place: 'report', source: reports, byKey: reportByKey } as const;

export const recordKinds = (alarmsById: AlarmsById): readonly RecordKind[] => [
  {
    calls: locationRecords,
    job: 'export_locations',
    title: title('设备位置记录', 'Device location records'),
    ...ofReports,
  },
  { calls: statusRecords, job: 'export_statuses', title: title('设备状态记录', 'Device status records'), ...ofReports },
  {
    ...{ calls: alertRecords, job: 'export_alerts', title: title('设备告警记录', 'Device alert records') },
    ...{ place: 'alert', source: openAlerts(alarmsById), byKey: openAlertByKey(alarmsById) },
  },
  {
    ...{
      calls: changeRecords,
      job: 'export_changes',
      title: title('告警与状态变化记录', 'Alert and status-change records'),
    },
    ...{ place: 'change', source: changes, byKey: changeByKey },
  },
];
