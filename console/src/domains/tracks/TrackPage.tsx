import { devices } from '@plomb/contract/devices/devices';
import { tracks as calls, TRACK_WINDOW } from '@plomb/contract/tracks/tracks';
import { tripOf } from '@plomb/contract/tracks/trip';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Spin } from 'antd';
import { type CSSProperties, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DevicesSelect } from '../../lock/DevicesSelect.tsx';
import { shortTime } from '../../lock/shortTime.ts';
import type { MapHandle } from '../../map/handle.ts';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { phoneQuery, useMedia } from '../../ui/useMedia.ts';
import { useSize } from '../../ui/useSize.ts';
import { momentAt, momentsOf, type Played } from './moments.ts';
import { TrackChart } from './TrackChart.tsx';
import { TrackHead } from './TrackHead.tsx';
import { TrackLegend } from './TrackLegend.tsx';
import { TrackMap } from './TrackMap.tsx';
import { TrackMoments } from './TrackMoments.tsx';
import { TrackPlayer } from './TrackPlayer.tsx';
import { TrackSums } from './TrackSums.tsx';
import { usePlayback } from './usePlayback.ts';
import { useTrackKeys } from './useTrackKeys.ts';
import { type Asked, addressOf, askedIn, windowTo } from './window.ts';
import './tracks.css';

/** The panel beside the map, with the gap to the edge. */
const PANEL = 352;
/** More than a map leaves at its edge: whose track it is stands whole also where that begins there. */
const LABEL = 36;
/** Above and below the head. */
const HEAD_GAP = 12;

/** Where locks were within half an hour. */
export const TrackPage = () => {
  const { t } = useTranslation(['tracks', 'lock', 'alarms']);
  const mayChoose = useMay()(devices.list);
  const [address, setAddress] = useSearchParams();
  // the half hour until now is that of when it was opened
  const [opened] = useState(serverNow);
  const text = address.toString();
  const asked = useMemo(() => askedIn(new URLSearchParams(text), opened), [text, opened]);
  const { ids, from, to } = asked;
  const move = (window: { from: number; to: number }): void => setAddress(addressOf(ids, window), { replace: true });
  const change = (next: readonly number[]): void => setAddress(addressOf(next, { from, to }), { replace: true });

  if (ids.length === 0)
    return (
      <div className="track-pick">
        <Blank kind="empty" alone title={t('pickTitle')} text={t('pickText')}>
          {mayChoose && (
            <div className="track-choose">
              <DevicesSelect known={[]} placeholder={t('choose')} aria-label={t('choose')} onChange={change} />
            </div>
          )}
        </Blank>
      </div>
    );
  return <Playback {...{ asked, opened, move, change }} />;
};

interface Props {
  asked: Asked;
  /** ms since 1970 */
  opened: number;
  move: (window: { from: number; to: number }) => void;
  change: (ids: readonly number[]) => void;
}

/** Map, chart and events, and one cursor in all of them. */
const Playback = ({ asked, opened, move, change }: Props) => {
  const { t } = useTranslation(['tracks', 'lock', 'alarms']);
  const lang = useSettings((s) => s.lang);
  const phone = useMedia(phoneQuery);
  const { ids, from, to } = asked;
  const input = { ids, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [calls.read.path, input],
    queryFn: ({ signal }) => send(calls.read, input, { quiet: true, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const known = data?.tracks.filter(({ id }) => ids.includes(id)) ?? [];
  const played = useMemo((): Played[] => {
    if (!data || isPlaceholderData) return [];
    const window = { from, to: Math.max(Math.min(to, Date.parse(data.now)), from) };
    return data.tracks.map((track) => ({ track, trip: tripOf(track, window) }));
  }, [data, isPlaceholderData, from, to]);
  const moments = useMemo(() => momentsOf(played), [played]);
  const playback = usePlayback({ from, to }, asked.at);
  const [main] = played;
  // one that told no position beside others that did takes nothing from them
  const lead = played.find(({ trip }) => trip.fixes.length > 0);
  const untold = played.filter(({ trip }) => trip.fixes.length === 0).map(({ track }) => track.id);
  const mayNext = to < serverNow();
  useTrackKeys({ playback, trip: lead?.trip ?? null, from, to, move, mayNext });

  const handle = useRef<MapHandle | null>(null);
  const dock = useRef<HTMLDivElement>(null);
  const { height } = useSize(dock);
  const head = useRef<HTMLElement>(null);
  // of several locks it takes several lines
  const { height: headHeight } = useSize(head);
  const padding = useMemo(() => {
    const top = headHeight + 2 * HEAD_GAP;
    return phone
      ? { top, right: LABEL, bottom: 0, left: LABEL }
      : { top, right: PANEL + LABEL, bottom: height + 16, left: LABEL };
  }, [phone, height, headHeight]);

  const nearest = main?.track.before ?? main?.track.after ?? null;
  return (
    <div className="track-page" data-phone={phone}>
      <div className="track-map" style={{ '--head': `${padding.top}px` } as CSSProperties}>
        <TrackMap
          played={played}
          moments={moments}
          cursor={playback.cursor}
          padding={padding}
          fitTo={`${ids.join()} ${from}`}
          handle={handle}
        />
        <TrackHead ids={ids} tracks={known} untold={lead ? untold : []} change={change} ref={head} />
        {isFetching && played.length === 0 && <Spin className="track-wait" />}
        {isError && (
          <div className="track-note">
            <Blank kind="failed" title={t('failedTitle')} text={failureWords(error, lang)}>
              <Button type="primary" onClick={() => void refetch()}>
                {t('retry')}
              </Button>
            </Blank>
          </div>
        )}
        {main && !lead && !isError && (
          <div className="track-note">
            <Blank kind="filtered" title={t('nobody')} text={t(ids.length > 1 ? 'nobodyOf' : 'nobodyText')}>
              {nearest && (
                <Button
                  type="primary"
                  onClick={() =>
                    move(windowTo(Math.min(Date.parse(nearest.at) + TRACK_WINDOW / 2, Math.max(opened, to))))
                  }
                >
                  {t('nearest', { time: shortTime(nearest.at, serverNow()) })}
                </Button>
              )}
            </Blank>
          </div>
        )}
        {!phone && <TrackLegend compared={ids.length > 1} below={height + 24} />}
        {!phone && (
          <aside className="track-aside" style={{ bottom: height + 24 }}>
            <TrackMoments
              played={played}
              moments={moments}
              current={momentAt(moments, playback.cursor)?.key ?? null}
              seek={playback.seek}
            />
          </aside>
        )}
      </div>
      <div className="track-dock" ref={dock}>
        <TrackPlayer asked={asked} playback={playback} idle={!lead} move={move} mayNext={mayNext} />
        <TrackChart
          played={played}
          moments={moments}
          from={from}
          to={to}
          cursor={playback.cursor}
          seek={playback.seek}
        />
        <footer>
          {main && <TrackSums of={main} isNamed={played.length > 1} />}
          {!phone && <small>{`${t('atMost')} · ${t('keysLine')}`}</small>}
        </footer>
        {phone && (
          <TrackMoments
            played={played}
            moments={moments}
            current={momentAt(moments, playback.cursor)?.key ?? null}
            seek={playback.seek}
          />
        )}
      </div>
    </div>
  );
};
