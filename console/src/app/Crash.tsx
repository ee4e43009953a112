import { Button, Result } from 'antd';
import { Component, type ReactNode } from 'react';
import { type WithTranslation, withTranslation } from 'react-i18next';
import { recordError } from '../platform/errorLog.ts';
import { isPartMissing } from '../platform/release.ts';

interface Props extends WithTranslation<'app'> {
  children: ReactNode;
  /** builds the page anew */
  again: () => void;
}

/** A page that breaks says so in its own tab; the rest of the console goes on. */
class CrashBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }
  override componentDidCatch(error: Error): void {
    // a missing part is recorded where it failed to load (platform/release.ts)
    if (!isPartMissing(error)) recordError('page', error);
  }
  override render(): ReactNode {
    const { t, children, again } = this.props;
    const { error } = this.state;
    if (!error) return children;
    const missing = isPartMissing(error);
    return (
      <Result
        status="warning"
        title={t(missing ? 'crash.newVersion' : 'crash.title')}
        subTitle={missing ? t('crash.reloadHint') : error.message}
        extra={[
          <Button key="again" type={missing ? 'default' : 'primary'} onClick={again}>
            {t('crash.again')}
          </Button>,
          missing && (
            <Button key="reload" type="primary" onClick={() => location.reload()}>
              {t('crash.reload')}
            </Button>
          ),
        ]}
      />
    );
  }
}

export const Crash = withTranslation('app')(CrashBoundary);
