import { Button } from 'antd';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordError } from '../platform/errorLog.ts';
import { useDeafSince, useNetwork } from '../platform/network.ts';
import { isPartMissing, isPartUnasked } from '../platform/release.ts';
import { Blank } from '../ui/list/Blank.tsx';

interface Props {
  children: ReactNode;
  /** builds the page anew */
  again: () => void;
}

/** A page that breaks says so in its own tab; the rest of the console goes on. */
export class Crash extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }
  override componentDidCatch(error: Error): void {
    // a missing part is recorded where it failed to load (platform/release.ts)
    if (!isPartMissing(error)) recordError('page', error);
  }
  override render(): ReactNode {
    const { children, again } = this.props;
    const { error } = this.state;
    return error ? <Broken error={error} again={again} /> : children;
  }
}

const Broken = ({ error, again }: { error: Error; again: () => void }) => {
  const { t } = useTranslation('app');
  const missing = isPartMissing(error);
  const { online } = useNetwork();
  const heard = useDeafSince() === null;
  // nothing a person could press would help
  const waits = missing && !heard;
  const [waited, wait] = useState(waits || isPartUnasked(error));
  if (waits && !waited) wait(true);
  useEffect(() => {
    if (waited && !waits) again();
  }, [waited, waits, again]);
  const away = online ? 'lost' : 'offline';
  const title = waits ? t(`crash.${away}`) : missing ? t('crash.newVersion') : t('crash.title');
  const text = waits ? t(`crash.${away}Hint`) : missing ? t('crash.reloadHint') : error.message;
  return (
    <div className="fixed-page">
      <Blank alone kind="failed" title={title} text={text}>
        {!waits && (
          <Button type={missing ? 'default' : 'primary'} onClick={again}>
            {t('crash.again')}
          </Button>
        )}
        {!waits && missing && (
          <Button type="primary" onClick={() => location.reload()}>
            {t('crash.reload')}
          </Button>
        )}
      </Blank>
    </div>
  );
};
