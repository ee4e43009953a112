import { recordDomainCalls } from '@plomb/contract/records/domain';
import type { ReportRecord } from '@plomb/contract/records/reports';
import { RecordList } from './RecordList.tsx';
import { ReportCard, ReportDetail, ReportFooter, type WholeReport } from './ReportDetail.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { useReportColumns, useReportWords } from './reportColumns.tsx';

/** In what state locks were, report by report. */
export const StatusRecordsPage = () => {
  const columns = useReportColumns();
  return (
    <RecordList<ReportRecord, WholeReport>
      of={recordDomainCalls.statusRecords}
      columns={columns(
        [
          'device_time',
          'delay',
          'sn',
          'subject',
          'lock_status',
          'lst',
          'lso',
          'msg_type',
          'fault',
          'rang',
          'communicate_status',
          'told',
          'electric',
          'voltage',
          'temperature',
        ],
        [
          'receive_time',
          'device_name',
          'org_name',
          'signal',
          'mileage',
          'place',
          'figures',
          'position_status',
          'report_reson',
        ],
      )}
      timeOf={(row) => row.device_time}
      name={(row) => row.subject || row.device_name || row.sn}
      filters={(rows) => <ReportFilters rows={rows} isState={true} />}
      words={useReportWords()}
      detail={(report) => <ReportDetail report={report} />}
      footer={(report) => <ReportFooter report={report} />}
      card={(row) => <ReportCard report={row} />}
    />
  );
};
