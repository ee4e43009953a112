import { SoundOutlined } from '@ant-design/icons';
import { LockStatus } from '@plomb/contract/lock/codes';
import { map as mapCalls } from '@plomb/contract/map/map';
import { onMap } from '@plomb/contract/map/onMap';
import { wall } from '@plomb/contract/session/wall';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveLocks } from '../../../lock/liveLocks.ts';
import { shortTime } from '../../../lock/shortTime.ts';
import { metresBetween } from '../../../map/draw/drawn.ts';
import type { MapHandle } from '../../../map/handle.ts';
import { MapView } from '../../../map/MapView.tsx';
import type { LngLat, MapViewState } from '../../../map/marks.ts';
import { useBaseMap } from '../../../map/useBaseMap.ts';
import { loadMenus } from '../../../platform/auth.ts';
import { send } from '../../../platform/client.ts';
import { useDeafSince, useNetwork } from '../../../platform/network.ts';
import { useSession } from '../../../platform/session.ts';
import { useDark, useSettings } from '../../../platform/settings.ts';
import { useNow } from '../../../platform/time.ts';
import { toggleFullscreen } from '../../../ui/fullscreen.ts';
import { useKeys } from '../../../ui/keys.ts';
import { useOwnAddress } from '../../../ui/useOwnAddress.ts';
import { useSize } from '../../../ui/useSize.ts';
import { fenceMarks } from '../fenceMarks.ts';
import { noFilter } from '../lockFilter.ts';
import { board, filterBoard, keepBoard, sortBoard, useBoardVersion } from '../theBoard.ts';
import { useFleetView } from '../useFleetView.ts';
import { placeOf } from '../useJourney.ts';
import { below } from '../useMapOrganisations.ts';
import { useMarks } from '../useMarks.ts';
import { choiceFrom, choiceInto, type WallChoice } from './address.ts';
import { chosen, held, stepped, turned, turningFrom } from './rotation.ts';
import { useWakeLock } from './useWakeLock.ts';
import { oldSince, useWall } from './useWall.ts';
import { WallBar } from './WallBar.tsx';
import { WallClock } from './WallClock.tsx';
import { WallFigures } from './WallFigures.tsx';
import { WallFocus } from './WallFocus.tsx';
import { Heartbeat, WallDeaf } from './WallStatus.tsx';
import { WallStrip } from './WallStrip.tsx';
import './wall.css';

/** As near as a thing is looked at, with what lies around it: the offline map has nothing new beyond the first. */
const NEAR = { offline: 7.5, streets: 9.5 };
/** Metres from where it rang, within which its lock is still there. */
const THERE = 200;
/** As the style sheet has it: what all sizes follow. */
const stepOf = (width: number): number => Math.min(22, Math.max(12, 0.0084 * width));
/** Below this everything stands below everything else. */
const STACKED = 900;

export interface WallProps {
  leave: (to: string) => void;
  signOut: () => void;
  /** why nothing is heard of alarms; null: they are heard */
  sound: { off: boolean; mutedUntil: string | null };
}

/** The control room's wall: what needs somebody takes turns, large, on its place on the map. Nothing is ordered from here. */
export const Wall = (props: WallProps) => {
  const [address, setAddress] = useOwnAddress();
  const choice = choiceFrom(address);
  const change = (part: Partial<WallChoice>): void => setAddress(choiceInto(address, part), { replace: true });
  const { data } = useQuery({
    queryKey: [onMap.organisations.path],
    queryFn: ({ signal }) => send(onMap.organisations, {}, { quiet: true, signal }),
    // a new organisation is there by the next morning
    refetchInterval: 10 * 60_000,
  });
  // another choice is another wall: nothing of the one before stands on it for a moment
  return (
    <Screen
      key={`${choice.org} ${choice.severity}`}
      {...props}
      choice={choice}
      change={change}
      organisations={data?.organisations ?? none}
      organisationsKnown={data !== undefined}
    />
  );
};
const none: readonly never[] = [];

interface ScreenProps extends WallProps {
  choice: WallChoice;
  change: (part: Partial<WallChoice>) => void;
  organisations: readonly { id: number; org_name: string; parent_id: number | null }[];
  organisationsKnown: boolean;
}

const Screen = ({ leave, signOut, sound, choice, change, organisations, organisationsKnown }: ScreenProps) => {
  const { t } = useTranslation(['map/wall', 'map', 'lock', 'alarms', 'devices']);
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const { modal } = App.useApp();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const now = useNow();
  const awake = useWakeLock();
  const { online } = useNetwork();
  const deafSince = useDeafSince();
  const own = useSession((s) => s.oper?.organization.org_name ?? '');
  const wallUntil = useSession((s) => s.wallUntil);

  const { org } = choice;
  const orgs = useMemo(() => (org === undefined ? null : below(organisations, org)), [organisations, org]);
  const isForeign = org !== undefined && organisationsKnown && !organisations.some(({ id }) => id === org);
  // before the board is read: what it counts is what the address says
  useLayoutEffect(() => filterBoard({ ...noFilter, org: org ?? null }, orgs), [org, orgs]);
  useLayoutEffect(() => sortBoard('severity'), []);
  useEffect(keepBoard, []);
  useBoardVersion();
  const { loaded, failure, asOf, large } = useLiveLocks();

  const { alarms, fleet, items, total: inAll, parts, readBy } = useWall(choice);
  const [turning, turn] = useState(() => turningFrom(Date.now()));
  const everyMs = choice.every * 1000;
  useEffect(() => {
    const step = (): void => turn((before) => turned(before, items, Date.now(), everyMs));
    step();
    const timer = setInterval(step, 1000);
    return () => clearInterval(timer);
  }, [items, everyMs]);
  const at = items.findIndex(({ key }) => key === turning.key);
  const item = items[at] ?? null;
  const deviceId = item?.deviceId ?? null;

  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [view, setView] = useState<MapViewState | null>(null);
  const seen = useFleetView({
    ...{
      view,
      free: view?.bounds ?? null,
      filter: { ...noFilter, org: org ?? null },
      sort: 'severity',
      viewOnly: false,
    },
    chosen: deviceId,
  });
  useMarks(handle, deviceId, seen);
  const shown = deviceId === null ? null : (board.all.get(deviceId) ?? null);
  const { data: fences } = useQuery({
    queryKey: [mapCalls.fences.path],
    queryFn: ({ signal }) => send(mapCalls.fences, {}, { quiet: true, signal }),
    staleTime: 60_000,
    refetchInterval: 10 * 60_000,
  });
  const drawnFences = useMemo(() => fenceMarks(fences?.fences ?? []), [fences]);

  const stacked = size.width > 0 && size.width < STACKED;
  const insets = useMemo(
    () =>
      stacked
        ? { top: 0, right: 0, bottom: 0, left: 0 }
        : {
            ...{ top: 10 * stepOf(size.width), left: 0, bottom: (item ? 13 : 4) * stepOf(size.width) },
            right: item ? Math.min(0.31 * size.width, 34 * stepOf(size.width)) : 0,
          },
    [stacked, size.width, item],
  );
  const near = useBaseMap().base ? NEAR.streets : NEAR.offline;
  // where it rang, and where its lock has gone since
  const { lon = null, lat = null } = item?.kind === 'alarm' ? item.alarm : {};
  const rang = useMemo((): LngLat | null => (lon === null || lat === null ? null : [lon, lat]), [lon, lat]);
  const is = placeOf(shown);
  const spot = useMemo(() => rang && { at: rang, label: t('rangHere') }, [rang, t]);
  const isThere = rang !== null && is !== null && metresBetween(rang, is) < THERE;
  const key = item?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that drives on is not run after; the map stays while it is read
  useEffect(() => {
    if (handle)
      handle.fit(
        [rang, is].filter((place) => place !== null),
        near,
      );
  }, [handle, key, rang, is === null, insets, near]);
  const isCalm = item === null && loaded;
  useEffect(() => {
    if (!handle || !isCalm) return;
    const places = [...board.passed.values()].map(placeOf).filter((place) => place !== null);
    handle.fit(places, near);
  }, [handle, isCalm, near]);

  const open = (): void => {
    if (item === null || wallUntil !== null) return;
    leave(deviceId === null ? item.list : `/map?lock=${deviceId}`);
  };
  const end = (): void => {
    if (wallUntil === null) leave('/map');
    else
      modal.confirm({
        ...{ title: t('end.title'), content: t('end.text'), okText: t('end.ok'), cancelText: t('end.cancel') },
        onOk: signOut,
      });
  };
  const step = (by: 1 | -1): void => turn((before) => stepped(before, items, by, Date.now()));
  const hold = (): void => turn((before) => held(before, Date.now()));
  const full = (): void => void toggleFullscreen(t('fullUnavailable'));
  useKeys(t('keys.title'), [
    { keys: ['Space'], does: t('keys.hold'), press: (event) => (isPressed(event) ? false : hold()) },
    { keys: ['ArrowLeft'], does: t('keys.previous'), press: (event) => (isChoosing(event) ? false : step(-1)) },
    { keys: ['ArrowRight'], does: t('keys.next'), press: (event) => (isChoosing(event) ? false : step(1)) },
    { keys: ['Enter'], does: t('keys.open'), press: (event) => (isPressed(event) ? false : open()) },
    { keys: ['f'], does: t('keys.full'), press: full },
    { keys: ['Escape'], does: t('keys.leave'), press: end },
  ]);
  const stay = (): void => {
    modal.confirm({
      title: t('stay.title'),
      content: (
        <>
          <p>{t('stay.text')}</p>
          <p>{t('stay.days')}</p>
        </>
      ),
      ...{ okText: t('stay.ok'), cancelText: t('stay.cancel') },
      onOk: async () => {
        await send(wall.open, {});
        await loadMenus();
      },
    });
  };

  const locksOld = deafSince ?? asOf;
  // which are below the chosen organisation is known a moment later
  const isHeld = loaded && (org === undefined || organisationsKnown);
  const counts = large > 0 ? (seen?.counts ?? null) : isHeld ? board.counts : null;
  const total = large > 0 ? (seen?.passed ?? null) : isHeld ? board.passed.size : null;
  // an alarm that was dealt with leaves its lock as it is
  const abnormal = counts?.statuses[LockStatus.abnormal] ?? 0;
  const calm = choice.severity === 'critical' ? 'calmCritical' : abnormal > 0 ? 'calmOpen' : 'calm';
  // who may not see alarms cannot know that there are none
  const unknown =
    alarms === null || parts.some((part) => part.data === undefined || oldSince(part, Date.now(), online) !== null);
  const soundWords = sound.mutedUntil
    ? t('sound.muted', { time: shortTime(sound.mutedUntil, now) })
    : sound.off
      ? t('sound.off')
      : null;
  return (
    <main className="wall" ref={box} data-deaf={deafSince !== null} data-stacked={stacked} aria-label={t('title')}>
      <h1 className="unseen">{t('title')}</h1>
      <div className="wall-map">
        <MapView
          {...{ mode, colour, lang, label: t('mapLabel'), selected: deviceId, deaf: deafSince !== null }}
          fences={drawnFences}
          padding={insets}
          spot={isThere ? null : spot}
          onHandle={(next) => {
            setHandle(next);
            if (next) setView(next.view());
          }}
          onSelect={(id) => {
            const found = items.find((one) => one.deviceId === id);
            if (found) turn((before) => chosen(before, found.key, Date.now()));
          }}
          onView={setView}
        />
      </div>
      <header className="wall-head">
        <WallClock whose={organisations.find(({ id }) => id === org)?.org_name ?? own} />
        <WallFigures
          alarms={
            alarms && {
              unprocessed: alarms.data?.unprocessed ?? 0,
              critical: alarms.data?.critical ?? 0,
              oldest: alarms.data?.oldest_time ?? null,
              known: alarms.data !== undefined,
              old: oldSince(alarms, Date.now(), online),
            }
          }
          locks={{ counts, old: counts === null ? (failure ? 0 : null) : locksOld }}
          silent={fleet?.data?.silent.count ?? null}
          criticalOnly={choice.severity === 'critical'}
        />
      </header>
      <WallDeaf />
      {isForeign && (
        <p className="wall-deaf" role="alert">
          <b>{t('orgMissing')}</b>
        </p>
      )}
      {item && (
        <WallFocus
          key={item.key}
          item={item}
          shown={shown}
          place={at + 1}
          of={items.length}
          turning={turning}
          every={choice.every}
          old={oldSince(readBy[item.kind], Date.now(), online)}
        />
      )}
      {!item && parts.every((part) => part.data !== undefined || part.error) && (
        <section className="wall-calm" aria-label={t('focus')}>
          <h2>{t(unknown ? 'calmUnknown' : calm)}</h2>
          {unknown && <p>{t(alarms === null ? 'noAlarmsText' : 'calmUnknownText')}</p>}
          {abnormal > 0 && <p>{t('calmAbnormal', { count: abnormal })}</p>}
        </section>
      )}
      <footer className="wall-foot">
        <p className="wall-status">
          <i data-deaf={deafSince !== null} aria-hidden="true" />
          <Heartbeat />
          <span>{total === null ? t(failure ? 'locksFailed' : 'locksLoading') : t('locks', { count: total })}</span>
          {items.length > 0 && (
            <span>
              {inAll > items.length
                ? t('toWatchOf', { count: items.length, total: inAll })
                : t('toWatch', { count: items.length })}
            </span>
          )}
          {soundWords && (
            <span className="wall-sound">
              <SoundOutlined aria-hidden /> {soundWords}
            </span>
          )}
          {!awake && <span className="wall-sound">{t('sound.dark')}</span>}
          <span className="wall-keys">{t('keys.line')}</span>
        </p>
        {items.length > 0 && (
          <WallStrip
            items={items}
            at={Math.max(0, at)}
            choose={(to) => turn((before) => chosen(before, to, Date.now()))}
          />
        )}
      </footer>
      <WallBar
        {...{ choice, change, organisations, step, hold, full, leave: end, until: wallUntil }}
        held={turning.heldUntil !== null}
        stay={wallUntil === null ? stay : null}
      />
    </main>
  );
};

/** A button that has the focus is pressed by the key, and hears it alone. */
const isPressed = (event: KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest('button, a, [role=combobox], [role=radio]') !== null;
const isChoosing = (event: KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest('.ant-segmented, [role=combobox], .map-canvas') !== null;
