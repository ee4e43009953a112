import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { devices } from '@plomb/contract/devices/devices';
import { MOST_TRACKS, type Track } from '@plomb/contract/tracks/tracks';
import { Button, Popover, type RefSelectProps } from 'antd';
import { type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { DevicesSelect } from '../../lock/DevicesSelect.tsx';
import { useMay } from '../../platform/may.ts';
import { TrackKey } from './TrackKey.tsx';

interface Props {
  ids: readonly number[];
  tracks: readonly Track[];
  /** those that told no position, where others did */
  untold: readonly number[];
  change: (ids: number[]) => void;
  ref: Ref<HTMLElement>;
}

/** Whose tracks these are, the first one drawn as a line and the others beside it. */
export const TrackHead = ({ ids, tracks, untold, change, ref }: Props) => {
  const { t } = useTranslation('tracks');
  const mayChoose = useMay()(devices.list);
  const [open, setOpen] = useState(false);
  const search = useRef<RefSelectProps>(null);
  return (
    <header className="track-head" ref={ref}>
      <h1>{t('title')}</h1>
      <ul>
        {tracks.map((track, i) => (
          <li key={track.id}>
            <TrackKey place={i} />
            <DeviceLink id={track.id}>
              <b>{track.subject || track.device_name || track.sn}</b>
            </DeviceLink>
            {track.subject && <span className="track-name-more">{track.device_name}</span>}
            {untold.includes(track.id) && <small className="track-untold">{t('untold')}</small>}
            {i > 0 && (
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={t('remove', { name: track.subject || track.device_name })}
                onClick={() => change(ids.filter((id) => id !== track.id))}
              />
            )}
          </li>
        ))}
      </ul>
      {mayChoose && ids.length < MOST_TRACKS && (
        <Popover
          trigger="click"
          placement="bottom"
          open={open}
          onOpenChange={setOpen}
          // whoever opens it types at once: on the button, figures would set the speed of the playback
          afterOpenChange={(is) => is && search.current?.focus({ preventScroll: true })}
          content={
            <div className="track-choose">
              <DevicesSelect
                ref={search}
                value={[...ids]}
                known={[...tracks]}
                placeholder={t('choose')}
                aria-label={t('choose')}
                onChange={(next) => next.length > 0 && change(next.slice(0, MOST_TRACKS))}
              />
            </div>
          }
        >
          <Button type="text" icon={<PlusOutlined />}>
            {t('compare')}
          </Button>
        </Popover>
      )}
    </header>
  );
};
