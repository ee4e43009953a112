import type { DueState } from '@plomb/contract/metering/meters';
import { Button } from 'antd';
import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { FilePicture } from '../../ui/FilePicture.tsx';
import { WithinLink } from '../../ui/withinLink.ts';
import './metering.css';

/** How it stands with a verification, and for how many days. */
export const DueSign = ({ due, days }: { due: DueState; days: number | null }) => {
  const words = useDueWords();
  return (
    <span className="meter-due" data-due={due}>
      {due === 'overdue' && days !== null ? (
        // how long says that it is
        <WordTag colour="red">{words(days)}</WordTag>
      ) : (
        <>
          <DictTag code="meter_due" value={due} />
          {days !== null && <span>{words(days)}</span>}
        </>
      )}
    </span>
  );
};

/** The day of the next inspection; one that is over says for how long. */
export const InspectionSign = ({ day, days }: { day: string | null; days: number | null }) => {
  const words = useDueWords();
  if (day === null || days === null) return null;
  return (
    <span className="meter-due" data-due={days < 0 ? 'overdue' : 'valid'}>
      <span>{day}</span>
      {days < 0 && <span>{words(days)}</span>}
    </span>
  );
};

/** Leads to the meter, where nothing around it leads elsewhere. */
export const MeterLink = ({ id, children }: { id: number; children: ReactNode }) =>
  use(WithinLink) ? children : <Link to={`/meter/${id}`}>{children}</Link>;

/** Who it is: nobody, or somebody of an organisation that is not in sight. */
export const usePersonName = (): ((id: number | null, name: string, nobody: string) => string) => {
  const { t } = useTranslation('metering');
  return (id, name, nobody) => name || (id === null ? nobody : t('personElsewhere'));
};

export const useDueWords = (): ((days: number) => string) => {
  const { t } = useTranslation('metering');
  return (days) =>
    days === 0 ? t('dueToday') : days < 0 ? t('overdueBy', { count: -days }) : t('dueIn', { count: days });
};

export const Shots = ({ photos }: { photos: readonly string[] }) => {
  const { t } = useTranslation('metering');
  if (photos.length === 0) return null;
  return (
    <div className="meter-shots">
      {photos.map((photo, at) => (
        <FilePicture key={photo} id={photo} alt={t('photo', { count: at + 1 })} />
      ))}
    </div>
  );
};

export const ToMeter = ({ id }: { id: number }) => {
  const { t } = useTranslation('metering');
  const navigate = useNavigate();
  return <Button onClick={() => void navigate(`/meter/${id}`)}>{t('inspection.whole')}</Button>;
};
