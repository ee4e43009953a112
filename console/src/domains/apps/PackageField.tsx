import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { appCalls } from '@plomb/contract/apps/domain';
import { Button } from 'antd';
import { useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords, Unreachable } from '../../platform/answer.ts';
import { upload } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { PendingContext } from '../../ui/form/pending.ts';
import { useNumber } from '../../ui/useNumber.ts';
import './apps.css';

/** A field whose value is an uploaded package. How far it is is said in figures; closing the form ends it. */
export const PackageField = ({
  id,
  value = null,
  onChange,
}: {
  id?: string;
  value?: string | null;
  onChange?: (path: string | null) => void;
}) => {
  const { t } = useTranslation('apps');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const input = useRef<HTMLInputElement>(null);
  const under = useRef<AbortController>(null);
  const setPending = useContext(PendingContext);
  const [sent, setSent] = useState<{ done: number; total: number } | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  useEffect(() => () => under.current?.abort(), []);

  const take = async (file: File): Promise<void> => {
    const leaving = new AbortController();
    under.current = leaving;
    setSent({ done: 0, total: file.size });
    setPending((n) => n + 1);
    setWrong(null);
    try {
      const told = (done: number, total: number): void => setSent({ done, total });
      const { path } = await upload(appCalls.appVersions.upload, {}, file, { told, signal: leaving.signal });
      onChange?.(path);
      said(t('file.uploaded', { name: file.name }));
    } catch (error) {
      if (!(error instanceof Unreachable && error.kind === 'aborted')) setWrong(error);
    } finally {
      setSent(null);
      setPending((n) => n - 1);
    }
  };
  const megabytes = (bytes: number): string => number(Math.round(bytes / 1e5) / 10);
  return (
    <div className="app-package">
      <input
        ref={input}
        className="unseen"
        type="file"
        accept=".apk,application/vnd.android.package-archive"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = ''; // the same file may be chosen again
          if (file) void take(file);
        }}
      />
      <Button
        {...(id ? { id } : {})}
        icon={<UploadOutlined />}
        loading={sent !== null}
        onClick={() => input.current?.click()}
      >
        {t(value === null ? 'file.choose' : 'file.replace')}
      </Button>
      {sent !== null && (
        <Button type="text" onClick={() => under.current?.abort()}>
          {t('file.stop')}
        </Button>
      )}
      {value !== null && sent === null && (
        <>
          <Button type="text" icon={<DeleteOutlined />} onClick={() => onChange?.(null)}>
            {t('file.remove')}
          </Button>
          <p>{t('file.there')}</p>
        </>
      )}
      {sent !== null && (
        <p>
          <progress max={Math.max(1, sent.total)} value={sent.done} aria-label={t('file.progress')} />{' '}
          {t(sent.done < sent.total ? 'file.sent' : 'file.judged', {
            done: megabytes(sent.done),
            total: megabytes(sent.total),
          })}
        </p>
      )}
      {wrong !== null && (
        <p className="app-package-wrong" role="alert">
          {t('file.failed')} {failureWords(wrong, lang)}
        </p>
      )}
    </div>
  );
};
