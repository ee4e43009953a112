import { CopyOutlined } from '@ant-design/icons';
import { type Alarm, alarms } from '@plomb/contract/alarms/alarms';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useQueries } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { headOf } from '../../lock/names.ts';
import { send } from '../../platform/client.ts';
import { copyText } from '../../platform/copyText.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { useSession } from '../../platform/session.ts';
import { FilePicture } from '../../ui/FilePicture.tsx';
import { draftOf, drop, isSent, useDraft } from './drafts.ts';

const { detail } = alarms;

/** Alarms that somebody else has processed while one wrote of them: what was written was not sent, and is there. */
export const LeftOver = (props: { drafted: readonly number[]; rows: readonly Alarm[]; show: (id: number) => void }) => {
  const { t } = useTranslation('alarms');
  const self = useSession((s) => s.oper?.login_name);
  const strayed = props.drafted.filter((id) => !props.rows.some((row) => row.id === id));
  const found = useQueries({
    queries: strayed.map((id) => ({
      queryKey: [detail.path, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => send(detail, { id }, { quiet: true, signal }),
      retry: false,
    })),
  });
  const processed = found.flatMap(({ data }) => (data?.status === 'processed' ? [data] : []));
  const sent = processed.filter((alarm) => isSent(alarm, draftOf(alarm.id), self));
  useEffect(() => {
    for (const { id } of sent) drop(id);
  });
  const others = processed.filter((alarm) => !sent.includes(alarm));
  return others.map((alarm) => (
    <p key={alarm.id} className="queue-left-over" role="status">
      {t('leftOver.queue', { whose: headOf(alarm), name: personNamed(alarm.processor, alarm.processor_login) })}{' '}
      <Button type="link" size="small" onClick={() => props.show(alarm.id)}>
        {t('leftOver.show')}
      </Button>
    </p>
  ));
};

/** In the case itself: what one had written, to be copied or dropped. */
export const LeftOverText = ({ alarm }: { alarm: Alarm }) => {
  const { t } = useTranslation('alarms');
  const results = useDictionary('alarm_result');
  const self = useSession((s) => s.oper?.login_name);
  const written = useDraft(alarm.id);
  const { result, remark, photos } = written;
  if ((remark === '' && photos.length === 0) || isSent(alarm, written, self)) return null;
  return (
    <section className="case-left-over" aria-label={t('leftOver.title')}>
      <h3>{t('leftOver.title')}</h3>
      <p>{[result && results.word(result), remark].filter(Boolean).join(' · ')}</p>
      {photos.length > 0 && (
        <div className="case-shots">
          {photos.map((photo, at) => (
            <FilePicture key={photo} id={photo} alt={t('case.photo', { count: at + 1 })} />
          ))}
        </div>
      )}
      <p>
        {remark !== '' && (
          <Button
            size="small"
            icon={<CopyOutlined />}
            onClick={() => void copyText(remark).then((done) => done && said(t('leftOver.copied')))}
          >
            {t('leftOver.copy')}
          </Button>
        )}{' '}
        <Button size="small" onClick={() => drop(alarm.id)}>
          {t('leftOver.drop')}
        </Button>
      </p>
    </section>
  );
};
