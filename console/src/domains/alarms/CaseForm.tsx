import { CameraOutlined, CloseOutlined } from '@ant-design/icons';
import { type Alarm, alarmResults, MOST_PHOTOS, REMARK_LEAST } from '@plomb/contract/alarms/alarms';
import { fileIdOf } from '@plomb/contract/files/images';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { FilePicture } from '../../ui/FilePicture.tsx';
import { usePicture } from '../../ui/usePicture.tsx';
import { type Draft, draft, draftOf, useDraft } from './drafts.ts';

/** What is still wanted before it can be processed. */
export const missingOf = (alarm: Pick<Alarm, 'severity'>, { result, remark }: Draft): 'result' | 'remark' | null => {
  if (result === null) return 'result';
  return alarm.severity === 'critical' && [...remark.trim()].length < REMARK_LEAST ? 'remark' : null;
};

/** How it ended: the result, a remark, photos. What is typed stays with its alarm until it is sent. */
export const CaseForm = ({ alarm, locked, send }: { alarm: Alarm; locked: boolean; send: () => void }) => {
  const { t } = useTranslation('alarms');
  const results = useDictionary('alarm_result');
  const { result, remark, photos, hits } = useDraft(alarm.id);
  return (
    <fieldset className="case-form">
      {locked && (remark !== '' || photos.length > 0) && (
        <p className="case-wrong" role="status">
          {t('case.takenSince', { name: personNamed(alarm.owner, alarm.owner_login) })}
        </p>
      )}
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
              disabled={locked}
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
          {alarm.severity === 'critical' ? t('case.remarkLeast', { count: REMARK_LEAST }) : t('case.optional')} ·{' '}
          <kbd>Ctrl Enter</kbd> {t('queue.keys.process')}
        </small>
      </label>
      <Input.TextArea
        id={`remark-${alarm.id}`}
        className="case-remark"
        rows={3}
        maxLength={500}
        // what was written can still be read and copied
        readOnly={locked}
        placeholder={t('case.remarkHint')}
        value={remark}
        onChange={({ target }) => draft(alarm, { remark: target.value })}
        // who types goes on without the mouse: sent from here, or back to the keys of the queue
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !locked) send();
          else if (event.key === 'Escape') event.currentTarget.blur();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Photos alarm={alarm} photos={photos} locked={locked} />
    </fieldset>
  );
};

const Photos = ({ alarm, photos, locked }: { alarm: Alarm; photos: readonly string[]; locked: boolean }) => {
  const { t } = useTranslation('alarms');
  const { busy, wrong, choose, field } = usePicture('alarm', (path) =>
    draft(alarm, { photos: [...draftOf(alarm.id).photos, fileIdOf(path)] }),
  );
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
              disabled={locked}
              aria-label={t('case.dropPhoto', { count: at + 1 })}
              onClick={() => draft(alarm, { photos: photos.filter((one) => one !== photo) })}
            />
          </span>
        ))}
        {field}
        {photos.length < MOST_PHOTOS && (
          <button type="button" className="case-add" disabled={locked || busy} onClick={choose}>
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
