import { Button, Result } from 'antd';
import { Component, type ReactNode } from 'react';
import { type WithTranslation, withTranslation } from 'react-i18next';
import { recordError } from '../platform/errorLog.ts';

interface Props extends WithTranslation<'app'> {
  children: ReactNode;
  /** builds the page anew */
  again: () => void;
}

/** a new release removes old parts: the browser then fails to import, and only a reload helps */
const isMissingPart = (error: Error): boolean => /import|chunk|module script/i.test(error.message);

/** A page that breaks says so in its own tab; the rest of the console goes on. */
class CrashBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }
  override componentDidCatch(error: Error): void {
    // a missing part is recorded where it failed to load (platform/release.ts)
    if (!isMissingPart(error)) recordError('page', error);
  }
  override render(): ReactNode {
    const { t, children, again } = this.props;
    const { error } = this.state;
    if (!error) return children;
    const missing = isMissingPart(error);
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
