import { ScheduleOutlined } from '@ant-design/icons';
import { isUnderWay } from '@plomb/contract/jobs/jobs';
import { Button, Popover, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { notCome } from '../../platform/notCome.ts';
import { notify, said, serverErrorTime } from '../../platform/notices.ts';
import { later } from '../../ui/later.tsx';
import { useJobs } from './useJobs.ts';
import './jobs.css';

const JobList = later(async () => (await import('./JobList.tsx')).JobList, {
  ahead: false,
  meanwhile: <Skeleton className="jobs" active title={false} paragraph={{ rows: 3 }} />,
});

/** Long work of the operator's own, in the top bar once there is any: how far it is, and a word when it is over. */
export const JobCentre = () => {
  const { t } = useTranslation('jobs');
  const kinds = useDictionary('job_kind');
  const { data } = useJobs();
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const watched = useRef(new Set<number>());
  const jobs = data?.rows ?? [];
  const count = jobs.filter((job) => isUnderWay(job.state)).length;

  useEffect(() => {
    for (const job of data?.rows ?? []) {
      if (isUnderWay(job.state)) watched.current.add(job.id);
      else if (watched.current.delete(job.id)) {
        const of = { kind: kinds.word(job.kind), subject: job.subject };
        if (job.state === 'done') said(t('doneNow', of));
        else if (job.state === 'failed')
          notify('error', t('failedNow', { ...of, failure: job.failure }), serverErrorTime);
      }
    }
  }, [data, kinds, t]);

  if (jobs.length === 0) return null;
  const label = count > 0 ? t('underWay', { count }) : t('idle');
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      align={{ overflow: { shiftX: true } }}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<JobList close={close} missing={notCome(close)} />}
    >
      <Button
        className="job-centre"
        type="text"
        icon={<ScheduleOutlined />}
        aria-label={label}
        title={open ? '' : label}
        data-under-way={count > 0}
      >
        {count > 0 && <b>{count}</b>}
      </Button>
    </Popover>
  );
};
