import { CaretRightFilled, DownloadOutlined, LeftOutlined, PauseOutlined, RightOutlined } from '@ant-design/icons';
import { fieldErrors } from '@plomb/contract/errors';
import { TRACK_WINDOW, type TrackFormat, tracks } from '@plomb/contract/tracks/tracks';
import { Button, DatePicker, Segmented, Space } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { momentFormats, useMoments } from '../../ui/moments.ts';
import { ownTimeZone, save } from '../../ui/saveFile.ts';
import { type Pace, paces, type usePlayback } from './usePlayback.ts';
import type { Asked } from './window.ts';

interface Props {
  asked: Asked;
  playback: ReturnType<typeof usePlayback>;
  /** nothing to play */
  idle: boolean;
  move: (window: { from: number; to: number }) => void;
  /** the window behind this one has begun */
  mayNext: boolean;
}

const types: Record<TrackFormat, string> = {
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  csv: 'text/csv',
  geojson: 'application/geo+json',
};

/** Play, speed, window and files. */
export const TrackPlayer = ({ asked, playback, idle, move, mayNext }: Props) => {
  const { t } = useTranslation('tracks');
  const lang = useSettings((s) => s.lang);
  const formats = useDictionary('track_format');
  const may = useMay();
  const { from, to, cut } = asked;
  const { cursor, playing, pace, setPace, toggle } = playback;
  const window = useMoments(from, to);
  const [wrong, setWrong] = useState<'trackWindow' | 'trackBackwards' | null>(null);
  const choose = (range: (Dayjs | null)[] | null): void => {
    const [begin, end] = [range?.[0]?.valueOf(), range?.[1]?.valueOf()];
    if (begin === undefined || end === undefined) return;
    const fault = end - begin > TRACK_WINDOW ? 'trackWindow' : end <= begin ? 'trackBackwards' : null;
    setWrong(fault);
    if (!fault) move({ from: begin, to: end });
  };
  const step = (by: number): void => {
    setWrong(null);
    move({ from: from + by * (to - from), to: to + by * (to - from) });
  };
  const write = async (format: TrackFormat): Promise<void> => {
    const { name, text } = await send(tracks.write, {
      ids: asked.ids,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      format,
      time_zone: ownTimeZone(),
    });
    save(new Blob([text], { type: types[format] }), name);
    said(t('exported', { name }));
  };
  return (
    <div className="track-player">
      <Button
        type="primary"
        shape="circle"
        size="large"
        className="track-play"
        disabled={idle}
        icon={playing ? <PauseOutlined /> : <CaretRightFilled />}
        aria-label={t(playing ? 'pause' : 'play')}
        onClick={toggle}
      />
      <output className="track-clock">{dayjs(cursor).format('HH:mm:ss')}</output>
      <Segmented<Pace>
        aria-label={t('speed')}
        value={pace}
        onChange={setPace}
        options={paces.map((value) => ({ value, label: `${value}×` }))}
      />
      <div className="track-window">
        <Button icon={<LeftOutlined />} onClick={() => step(-1)}>
          {t('previous')}
        </Button>
        <DatePicker.RangePicker
          aria-label={t('window')}
          showTime={{ format: 'HH:mm' }}
          format={momentFormats(window)}
          allowClear={false}
          value={window}
          onChange={choose}
          {...(wrong && { status: 'error' as const })}
        />
        <Button icon={<RightOutlined />} iconPlacement="end" disabled={!mayNext} onClick={() => step(1)}>
          {t('next')}
        </Button>
        {(wrong || cut) && <small role="alert">{wrong ? fieldErrors[wrong][lang] : t('cutWindow')}</small>}
      </div>
      {may(tracks.write) && (
        <div className="track-files">
          <DownloadOutlined aria-hidden title={t('export')} />
          <Space.Compact role="group" aria-label={t('export')}>
            {(['gpx', 'kml', 'csv', 'geojson'] as const).map((format) => (
              <Button key={format} disabled={idle} onClick={() => void write(format).catch(() => undefined)}>
                {formats.word(format)}
              </Button>
            ))}
          </Space.Compact>
        </div>
      )}
    </div>
  );
};
