import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLiveLocks } from '../../platform/liveLocks.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { LockPanel } from '../locks/LockPanel.tsx';
import type { Shown } from './board.ts';

interface Props {
  shown: Shown | null;
  loaded: boolean;
  following: boolean;
  onFollow: (on: boolean) => void;
  onClose: () => void;
}

/** The panel of the chosen lock, or why there is none. */
export const ChosenLock = ({ shown, loaded, following, onFollow, onClose }: Props) => {
  const { t } = useTranslation('locks');
  const failed = useLiveLocks((s) => s.failure !== null);
  const content = (): React.ReactNode => {
    if (shown)
      return (
        <LockPanel
          lock={shown.lock}
          connection={shown.connection}
          following={following}
          onFollow={onFollow}
          onClose={onClose}
        />
      );
    if (!loaded && !failed) return <Skeleton active className="lock-skeleton" paragraph={{ rows: 8 }} />;
    return (
      <Blank kind="filtered" title={t('missingTitle')} text={t('missingText')}>
        <Button onClick={onClose}>{t('back')}</Button>
      </Blank>
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from anywhere within it
    <div
      className="chosen-lock"
      onKeyDown={(e) => {
        // a dialog of the panel hears its own Escape; React hands it up here too
        const within = e.target instanceof Node && e.currentTarget.contains(e.target);
        if (e.key === 'Escape' && within && !e.defaultPrevented) onClose();
      }}
    >
      {content()}
    </div>
  );
};
