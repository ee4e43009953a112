import { Button, Skeleton } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LockPanel } from '../../lock/LockPanel.tsx';
import { useChosenLock } from '../../lock/useChosenLock.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { MissingLock } from './MissingLock.tsx';
import type { Shown } from './shown.ts';

interface Props {
  id: number;
  /** as the list has it; null: not there, or not yet */
  shown: Shown | null;
  /** it was searched for: the focus goes to it */
  found: boolean;
  following: boolean;
  onFollow: (on: boolean) => void;
  onClose: () => void;
}

/** The panel of the chosen lock, or why there is none. */
export const ChosenLock = ({ id, shown, found, following, onFollow, onClose }: Props) => {
  const { t } = useTranslation('lock');
  const { lock, connection, missing, failed, again } = useChosenLock(id, shown);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (found) box.current?.focus();
  }, [found]);
  const content = (): React.ReactNode => {
    if (lock)
      return (
        <LockPanel lock={lock} connection={connection} following={following} onFollow={onFollow} onClose={onClose} />
      );
    if (!missing && !failed) return <Skeleton active className="lock-skeleton" paragraph={{ rows: 8 }} />;
    if (failed)
      return (
        <Blank kind="failed" title={t('failedTitle')} text={t('failedText')}>
          <Button type="primary" onClick={again}>
            {t('events.retry')}
          </Button>
          <Button onClick={onClose}>{t('back')}</Button>
        </Blank>
      );
    return <MissingLock id={id} onClose={onClose} />;
  };
  return (
    <div ref={box} className="chosen-lock" tabIndex={-1}>
      {content()}
    </div>
  );
};
