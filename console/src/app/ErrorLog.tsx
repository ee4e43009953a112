import { CopyOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { asText, clearErrors, useErrorLog } from '../platform/errorLog.ts';
import { clockTime } from '../platform/time.ts';
import { useCopy } from '../ui/useCopy.ts';
import './errorLog.css';

/** What went wrong inside the console since it was loaded, to be copied to whoever can help. */
export const ErrorLog = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('app');
  const errors = useErrorLog((s) => s.errors);
  const copy = useCopy();
  const told = { copied: t('errors.copied'), shown: t('errors.copyFailed') };
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
            <Button icon={<CopyOutlined />} onClick={() => copy(asText(errors), told)}>
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
