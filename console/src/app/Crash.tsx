import { Button, Result } from 'antd';
import { Component, type ReactNode } from 'react';
import { type WithTranslation, withTranslation } from 'react-i18next';

interface Props extends WithTranslation<'app'> {
  children: ReactNode;
}

/** A page that breaks says so in its own tab; the rest of the console goes on. */
class CrashBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }
  override render(): ReactNode {
    const { t, children } = this.props;
    const { error } = this.state;
    if (!error) return children;
    // a new release removes old chunks: the browser then fails to import, and only a reload helps
    const stale = /import|chunk|module script/i.test(error.message);
    return (
      <Result
        status="warning"
        title={stale ? t('crash.newVersion') : t('crash.title')}
        subTitle={stale ? t('crash.reloadHint') : error.message}
        extra={
          <Button type="primary" onClick={() => (stale ? location.reload() : this.setState({ error: null }))}>
            {stale ? t('crash.reload') : t('crash.again')}
          </Button>
        }
      />
    );
  }
}

export const Crash = withTranslation('app')(CrashBoundary);
