import { recordDomainCalls } from '@plomb/contract/records/domain';
import type { ReportRecord } from '@plomb/contract/records/reports';
import { RecordList } from './RecordList.tsx';
import { ReportCard, ReportDetail, ReportFooter, type WholeReport } from './ReportDetail.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { useReportColumns, useReportWords } from './reportColumns.tsx';

/** Where locks were, report by report. */
export const LocationRecordsPage = () => {
  const columns = useReportColumns();
  return (
    <RecordList<ReportRecord, WholeReport>
      of={recordDomainCalls.locationRecords}
      columns={columns(
        [
          'device_time',
          'delay',
          'sn',
          'subject',
          'lock_status',
          'place',
          'velocity',
          'position_status',
          'told',
          'electric',
        ],
        ['figures', 'receive_time', 'device_name', 'org_name', 'msg_type', 'mileage', 'signal', 'report_reson'],
      )}
      timeOf={(row) => row.device_time}
      name={(row) => row.subject || row.device_name || row.sn}
      filters={(rows) => <ReportFilters rows={rows} isState={false} />}
      words={useReportWords()}
      detail={(report) => <ReportDetail report={report} />}
      footer={(report) => <ReportFooter report={report} />}
      card={(row) => <ReportCard report={row} />}
    />
  );
};
