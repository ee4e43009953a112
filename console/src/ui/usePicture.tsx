import { errors } from '@plomb/contract/errors';
import { type ImagePurpose, imageBytes, images } from '@plomb/contract/files/images';
import { type ChangeEvent, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../platform/answer.ts';
import { upload } from '../platform/client.ts';
import { useUnsaid } from '../platform/notices.ts';
import { useSettings } from '../platform/settings.ts';
import { PendingContext } from './form/pending.ts';

const types = ['image/jpeg', 'image/png'];

/** A picture that somebody chooses or takes: judged by the rule of pictures, sent, and handed on by its path. */
export const usePicture = (purpose: ImagePurpose, taken: (path: string) => void, camera = false) => {
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const input = useRef<HTMLInputElement>(null);
  const setPending = useContext(PendingContext);
  const [busy, setBusy] = useState(false);
  const [isAgainstRule, setAgainstRule] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const why = useUnsaid(failure === null ? '' : failureWords(failure, lang));
  const chosen = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    event.target.value = ''; // the same file may be chosen again
    if (!file) return;
    setAgainstRule(false);
    setFailure(null);
    if (!types.includes(file.type) || file.size > imageBytes) return setAgainstRule(true);
    setBusy(true);
    setPending((n) => n + 1);
    try {
      taken((await upload(images.upload, { purpose }, file)).path);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
      setPending((n) => n - 1);
    }
  };
  return {
    busy,
    /** why the last one was not taken; '' = it was */
    wrong: isAgainstRule ? errors.imageRule[lang] : failure === null ? '' : `${t('uploadFailed')} ${why}`.trim(),
    choose: () => input.current?.click(),
    /** stands unseen beside the button that chooses */
    field: (
      <input
        ref={input}
        className="unseen"
        type="file"
        accept={types.join(',')}
        {...(camera && { capture: 'environment' as const })}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => void chosen(event)}
      />
    ),
  };
};
