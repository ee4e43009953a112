import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import type { Call } from '@plomb/contract/kit/call';
import { Button } from 'antd';
import { useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords, Unreachable } from '../../platform/answer.ts';
import { upload } from '../../platform/client.ts';
import { said, useUnsaid } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNumber } from '../useNumber.ts';
import { PendingContext } from './pending.ts';
import './uploadField.css';

/** A field whose value is an uploaded file. How far it is is said in figures; closing the form ends it. */
export const UploadField = ({
  of,
  accept,
  words,
  id,
  value = null,
  onChange,
}: {
  /** answers the file as `path` */
  of: Call;
  accept: string;
  words: { choose: string; replace: string };
  id?: string;
  value?: string | null;
  onChange?: (path: string | null) => void;
}) => {
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const input = useRef<HTMLInputElement>(null);
  const under = useRef<AbortController>(null);
  const setPending = useContext(PendingContext);
  const [sent, setSent] = useState<{ done: number; total: number } | null>(null);
  /** the file that was chosen here; one that was there before has no name */
  const [chosen, choose] = useState<{ path: string | null; name: string } | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const why = useUnsaid(wrong === null ? '' : failureWords(wrong, lang));
  useEffect(() => () => under.current?.abort(), []);

  const take = async (file: File): Promise<void> => {
    const leaving = new AbortController();
    under.current = leaving;
    setSent({ done: 0, total: file.size });
    choose({ path: null, name: file.name });
    setPending((n) => n + 1);
    setWrong(null);
    try {
      const told = (done: number, total: number): void => setSent({ done, total });
      const { path } = (await upload(of, {}, file, { told, signal: leaving.signal })) as { path: string };
      choose({ path, name: file.name });
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
    <div className="upload-field">
      <input
        ref={input}
        className="unseen"
        type="file"
        accept={accept}
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
        {value === null ? words.choose : words.replace}
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
          <p>{chosen?.path === value ? t('file.named', { name: chosen.name }) : t('file.there')}</p>
        </>
      )}
      {sent !== null && (
        <p>
          {chosen?.name} <progress max={Math.max(1, sent.total)} value={sent.done} aria-label={t('file.progress')} />{' '}
          {t(sent.done < sent.total ? 'file.sent' : 'file.judged', {
            done: megabytes(sent.done),
            total: megabytes(sent.total),
          })}
        </p>
      )}
      {wrong !== null && (
        <p className="upload-field-wrong" role="alert">
          {t('uploadFailed')} {why}
        </p>
      )}
    </div>
  );
};
