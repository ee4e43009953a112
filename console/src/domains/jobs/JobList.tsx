import { DownloadOutlined } from '@ant-design/icons';
import { fileCalls } from '@plomb/contract/files/domain';
import { jobCalls } from '@plomb/contract/jobs/domain';
import { isUnderWay, type Job, type JobKind } from '@plomb/contract/jobs/jobs';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { download, send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { useRelative } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { save } from '../../ui/saveFile.ts';
import { sizeOf } from '../../ui/sizeOf.ts';
import { useJobs } from './useJobs.ts';

/** Where what a job is about is shown. */
const pageOf: Record<JobKind, (id: number) => string> = {
  import_check: (id) => `/import?file=${id}`,
  import_run: (id) => `/import?file=${id}`,
  batch_give: (id) => `/batch?work=${id}`,
  export_locations: () => '/locationRecord',
  export_statuses: () => '/statusRecord',
  export_alerts: () => '/alertRecord',
  export_changes: () => '/changeRecord',
  evidence_pack: (id) => `/logisticsBatch/${id}`,
};

export const JobList = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('jobs');
  const lang = useSettings((s) => s.lang);
  const { data, error } = useJobs();
  return (
    <section className="jobs" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p>{data?.rows.some((job) => isUnderWay(job.state)) ? t('closes') : ''}</p>
      {error && (
        <p role="alert">
          {t('failed')} {failureWords(error, lang)}
        </p>
      )}
      <ul>
        {(data?.rows ?? []).map((job) => (
          <JobRow key={job.id} job={job} close={close} />
        ))}
      </ul>
    </section>
  );
};

const JobRow = ({ job, close }: { job: Job; close: () => void }) => {
  const { t } = useTranslation('jobs');
  const kinds = useDictionary('job_kind');
  const relative = useRelative();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { subject } = job;
  const cancel = async (): Promise<void> => {
    setBusy(true);
    try {
      await send(jobCalls.jobs.cancel, { id: job.id });
      said(t('cancelled'));
    } catch {
      // said by the client
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: [jobCalls.jobs.list.path] });
    }
  };
  const fetchIt = async (file: string): Promise<void> => {
    setBusy(true);
    try {
      const link = await send(fileCalls.files.link, { id: file });
      save((await download(link.url)).blob, `${kinds.word(job.kind)} ${subject}.zip`.replace(/[:/\\]/g, '-'));
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <p className="jobs-subject">
        <b>{kinds.word(job.kind)}</b>
        <span>{subject}</span>
      </p>
      {/* how much there is to do is known once it is begun: until then it waits, and is not at 0 of 0 */}
      {job.state === 'running' && job.total > 0 ? (
        <Progress done={job.done} total={job.total} label={`${kinds.word(job.kind)} ${subject}`} />
      ) : (
        <p>
          <DictTag code="job_state" value={job.state} />
          {job.end_time && <small>{relative(job.end_time)}</small>}
          {job.state === 'done' && job.kind.startsWith('export_') && (
            <small>
              {t('rows', { count: job.done })}
              {job.file_bytes !== null && ` · ${sizeOf(job.file_bytes)}`}
            </small>
          )}
          {job.failure && <span>{job.failure}</span>}
        </p>
      )}
      <p className="jobs-deeds">
        {isUnderWay(job.state) && (
          <Button size="small" loading={busy} aria-label={t('cancelOf', { subject })} onClick={() => void cancel()}>
            {t('cancel')}
          </Button>
        )}
        {job.file !== null && (
          <Button
            size="small"
            icon={<DownloadOutlined />}
            loading={busy}
            aria-label={t('downloadOf', { kind: kinds.word(job.kind), subject })}
            onClick={() => void fetchIt(job.file!)}
          >
            {t('download')}
          </Button>
        )}
        <Link to={pageOf[job.kind](job.subject_id)} aria-label={t('openOf', { subject })} onClick={close}>
          {t('open')}
        </Link>
      </p>
    </li>
  );
};
