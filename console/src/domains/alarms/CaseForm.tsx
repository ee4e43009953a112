import { CameraOutlined, CloseOutlined } from '@ant-design/icons';
import { type Alarm, alarmResults, MOST_PHOTOS, REMARK_LEAST } from '@plomb/contract/alarms/alarms';
import { errors } from '@plomb/contract/errors';
import { fileIdOf, imageBytes, images } from '@plomb/contract/files/images';
import { Button, Input } from 'antd';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { upload } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { FilePicture } from '../../ui/FilePicture.tsx';
import { type Draft, draft, draftOf, useDraft } from './drafts.ts';

const types = ['image/jpeg', 'image/png'];

/** What is still wanted before it can be processed. */
export const missingOf = (alarm: Pick<Alarm, 'severity'>, { result, remark }: Draft): 'result' | 'remark' | null => {
  if (result === null) return 'result';
  return alarm.severity === 'critical' && [...remark.trim()].length < REMARK_LEAST ? 'remark' : null;
};

/** How it ended: the result, a remark, photos. What is typed stays with its alarm until it is sent. */
export const CaseForm = ({ alarm, locked }: { alarm: Alarm; locked: boolean }) => {
  const { t } = useTranslation('alarms');
  const results = useDictionary('alarm_result');
  const { result, remark, photos, hits } = useDraft(alarm.id);
  return (
    <fieldset className="case-form" disabled={locked}>
      {hits !== null && hits !== alarm.hits && (
        <p className="case-wrong" role="status">
          {t('case.rangSince', { count: alarm.hits, time: clockTime(alarm.last_time) })}
        </p>
      )}
      <legend>
        {t('detail.result')}
        <kbd>1</kbd>–<kbd>{alarmResults.length}</kbd>
      </legend>
      <div className="case-results">
        {alarmResults.map((one) => (
          <label key={one} className="case-chip">
            <input
              type="radio"
              className="unseen"
              name={`result-${alarm.id}`}
              checked={result === one}
              onChange={() => draft(alarm, { result: one })}
            />
            {results.word(one)}
          </label>
        ))}
      </div>
      <label htmlFor={`remark-${alarm.id}`}>
        {t('detail.remark')}{' '}
        <small className="case-hint">
          {alarm.severity === 'critical' ? t('case.remarkLeast', { count: REMARK_LEAST }) : t('case.optional')}
        </small>
      </label>
      <Input.TextArea
        id={`remark-${alarm.id}`}
        className="case-remark"
        rows={3}
        maxLength={500}
        disabled={locked}
        placeholder={t('case.remarkHint')}
        value={remark}
        onChange={({ target }) => draft(alarm, { remark: target.value })}
      />
      <Photos alarm={alarm} photos={photos} locked={locked} />
    </fieldset>
  );
};

const Photos = ({ alarm, photos, locked }: { alarm: Alarm; photos: readonly string[]; locked: boolean }) => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const chosen = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    event.target.value = ''; // the same file may be chosen again
    if (!file) return;
    if (!types.includes(file.type) || file.size > imageBytes) return setWrong(errors.imageRule[lang]);
    setBusy(true);
    setWrong('');
    try {
      const { path } = await upload(images.upload, { purpose: 'alarm' }, file);
      draft(alarm, { photos: [...draftOf(alarm.id).photos, fileIdOf(path)] });
    } catch (error) {
      setWrong(failureWords(error, lang));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="case-photos">
      <p>
        {t('case.photos')}{' '}
        {photos.length > 0 && <small className="case-hint">{`${photos.length} / ${MOST_PHOTOS}`}</small>}
      </p>
      <div className="case-shots">
        {photos.map((photo, at) => (
          <span key={photo} className="case-photo">
            <FilePicture id={photo} alt={t('case.photo', { count: at + 1 })} />
            <Button
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('case.dropPhoto', { count: at + 1 })}
              onClick={() => draft(alarm, { photos: photos.filter((one) => one !== photo) })}
            />
          </span>
        ))}
        <input
          ref={input}
          className="unseen"
          type="file"
          accept={types.join(',')}
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => void chosen(event)}
        />
        {photos.length < MOST_PHOTOS && (
          <button type="button" className="case-add" disabled={locked || busy} onClick={() => input.current?.click()}>
            <CameraOutlined />
            {t(busy ? 'case.adding' : 'case.add')}
          </button>
        )}
      </div>
      {wrong && (
        <p className="case-wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
};
