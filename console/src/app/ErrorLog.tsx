import { CopyOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { asText, clearErrors, useErrorLog } from '../platform/errorLog.ts';
import { notify, said } from '../platform/notices.ts';
import { clockTime } from '../platform/time.ts';
import './errorLog.css';

/** What went wrong inside the console since it was loaded, to be copied to whoever can help. */
export const ErrorLog = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('app');
  const errors = useErrorLog((s) => s.errors);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(asText(errors));
      said(t('errors.copied'));
    } catch {
      notify('info', t('errors.copyFailed'), 5000);
    }
  };
  return (
    <Drawer
      open
      title={t('errors.title', { count: errors.length })}
      size={560}
      onClose={close}
      rootClassName="error-log"
      extra={
        errors.length > 0 && (
          <>
            <Button icon={<CopyOutlined />} onClick={() => void copy()}>
              {t('errors.copy')}
            </Button>
            <Button icon={<DeleteOutlined />} onClick={clearErrors}>
              {t('errors.clear')}
            </Button>
          </>
        )
      }
    >
      {errors.length === 0 && <p>{t('errors.none')}</p>}
      <ol>
        {errors.map((e) => (
          <li key={e.id}>
            <strong>{e.message}</strong>
            <span>
              {clockTime(new Date(e.time).toISOString())} · {t(`errors.kind.${e.kind}`)}
              {e.times > 1 && ` · ×${e.times}`}
            </span>
            <code>{e.url}</code>
            {e.stack !== '' && (
              <details>
                <summary>{t('errors.stack')}</summary>
                <pre>{e.stack}</pre>
              </details>
            )}
          </li>
        ))}
      </ol>
    </Drawer>
  );
};
