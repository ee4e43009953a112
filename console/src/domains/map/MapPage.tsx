import { ClockCircleOutlined, RightOutlined } from '@ant-design/icons';
import { Button, type InputRef } from 'antd';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveLocks } from '../../lock/liveLocks.ts';
import { shortTime } from '../../lock/shortTime.ts';
import type { MapHandle } from '../../map/handle.ts';
import { MapView } from '../../map/MapView.tsx';
import type { LngLat, MapViewState } from '../../map/marks.ts';
import { serverNow } from '../../platform/clock.ts';
import { useDeafSince } from '../../platform/network.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { usePage } from '../../ui/page.ts';
import { type Area, areaText, around, boundsOf, boxed, cornersOf, hasPlace } from './area.ts';
import { BaseMapNotice } from './BaseMapNotice.tsx';
import { ChosenLock } from './ChosenLock.tsx';
import { DrawingHint } from './DrawingHint.tsx';
import { FilterBar } from './FilterBar.tsx';
import { FollowedPanel } from './FollowedPanel.tsx';
import { LockList } from './LockList.tsx';
import type { Sort } from './lockFilter.ts';
import { MapLegend } from './MapLegend.tsx';
import { MapTools } from './MapTools.tsx';
import { MeasurePanel } from './MeasurePanel.tsx';
import { RecordPanel } from './RecordPanel.tsx';
import { SelectionBar, useMayOrderMany } from './SelectionBar.tsx';
import { Sheet } from './Sheet.tsx';
import type { Height } from './sheetHeights.ts';
import type { Shown } from './shown.ts';
import { board, filterBoard, keepBoard, sortBoard } from './theBoard.ts';
import { useArea } from './useArea.ts';
import { useChosen } from './useChosen.ts';
import { useFleetView } from './useFleetView.ts';
import { useFollowed } from './useFollowed.ts';
import { type FoundPlace, useFound } from './useFound.ts';
import { placeOf, useJourney } from './useJourney.ts';
import { useLayers } from './useLayers.ts';
import { useListed } from './useListed.ts';
import { useLooked } from './useLooked.ts';
import { useMapFilter } from './useMapFilter.ts';
import { useMapFullscreen } from './useMapFullscreen.ts';
import { useMapKeys } from './useMapKeys.ts';
import { useMapOrganisations } from './useMapOrganisations.ts';
import { useMapRoom } from './useMapRoom.ts';
import { useMarks } from './useMarks.ts';
import { useMeasure } from './useMeasure.ts';
import { useSelection } from './useSelection.ts';
import './map.css';

/** What somebody is drawing now lights nothing yet. */
const drawnLit = (ring: readonly LngLat[] | null) => ring && { has: () => false, ring };

/** What the Escape key ends: the first of these that there is to end. */
const firstOf = (...ends: readonly ((() => void) | false | null | undefined)[]): (() => void) | null =>
  ends.find((end) => end !== false && end !== null && end !== undefined) || null;
/** Below this the legend and the line that names the map's sources do not fit beside each other. */
const LEGEND_BESIDE_SOURCES = 680;
/** The workspace: every lock on the map and beside it, and the chosen one at the right. */
export const MapPage = () => {
  // all words the workspace ever shows, at once: waiting for some of them later would hide the map again
  const { t } = useTranslation(['map', 'lock', 'alarms', 'devices']);
  const { lang, colour } = useSettings();
  const { title } = usePage();
  const mode = useDark() ? 'dark' : 'light';
  const box = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLElement>(null);

  const [filter, change] = useMapFilter();
  const [sort, setSort] = useState<Sort>('severity');
  // before the board is read: what it lists is what the filter says
  // what the server has searched for is not searched again: it knows more names of a lock
  const isLarge = useLiveLocks((s) => s.large > 0);
  const { choices, orgs } = useMapOrganisations(filter.org);
  useLayoutEffect(() => filterBoard(isLarge ? { ...filter, text: '' } : filter, orgs), [filter, orgs, isLarge]);
  useLayoutEffect(() => sortBoard(sort), [sort]);
  useEffect(keepBoard, []);
  const { loaded, coming, asOf } = useLiveLocks();
  const deaf = useDeafSince() !== null;
  const [chosenId, choose] = useChosen();
  const [area, setArea] = useArea();
  const chosen = chosenId === null ? null : (board.all.get(chosenId) ?? null);
  const search = useRef<InputRef>(null);

  const [viewOnly, setViewOnly] = useState(false);
  const [listOpen, setListOpen] = useState(true);
  const [legend, setLegend] = useState<boolean | null>(null);
  const [height, setHeight] = useState<Height>('half');
  /** opened from the search: the keyboard goes on in it */
  const [foundId, setFound] = useState<number | null>(null);

  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [view, setView] = useState<MapViewState | null>(null);
  const own = usePreferences();
  const opening = own && own.lat !== null && own.lon !== null ? own : null;
  const initial =
    view ?? (opening && { centre: [opening.lon ?? 0, opening.lat ?? 0] as const, zoom: opening.map_level });

  const { picked: record, ...looked } = useLooked(handle);
  const layers = useLayers(looked.record.data);
  const found = useFound(filter.text);
  const panelOpen = chosenId !== null || record !== null;
  const room = useMapRoom(box, bar, { height, listOpen, panelOpen });
  const { phone, insets, size } = room;
  const free = useMemo(() => view && room.free(view), [view, room]);
  const [full, turnFull] = useMapFullscreen();

  // a server that is asked looks at the area instead of at what the view leaves free
  const seen = useFleetView({
    view,
    free: area ? boundsOf(area) : free,
    filter,
    sort,
    viewOnly: viewOnly || area !== null,
    chosen: chosenId,
  });
  const { passed, rows, counts, inView, total, inArea } = useListed(seen, { free, area, viewOnly });
  const mayOrderMany = useMayOrderMany();
  const selection = useSelection(handle, { rows, settled: seen === null || !seen.pending, area, setArea });
  const { picked, drawn } = selection;
  const lit = useMemo(
    () => drawnLit(drawn) ?? (area && { has: hasPlace(area), ring: area.kind === 'ring' ? area.ring : null }),
    [area, drawn],
  );
  const points = (of: Iterable<Shown>): LngLat[] => {
    if (!seen) return [...of].map(placeOf).filter((p) => p !== null);
    const [west, south, east, north] = seen.extent ?? [];
    return west === undefined
      ? []
      : [
          [west, south ?? 0],
          [east ?? 0, north ?? 0],
        ];
  };

  useMarks(handle, chosenId, seen);
  const measure = useMeasure(handle);
  const clear = () => handle && room.clear(handle.view());
  const followed = useFollowed(handle, () => (selection.drawing || picked || measure.on ? null : clear()));
  useJourney({
    handle,
    points: () => points(board.all.values()),
    loaded: loaded && total > 0 && (seen !== null || !isLarge),
    chosen,
    free: clear,
    ownView: opening !== null || record !== null || looked.spot !== null,
  });
  // the pointer does one thing at a time
  const drawing = (shape: typeof selection.drawing): void => {
    measure.turn(false);
    selection.draw(shape);
  };
  const measuring = (on: boolean): void => {
    selection.draw(null);
    measure.turn(on);
  };

  const locate = (): void => {
    if (chosen && chosen.lock.lon !== null && chosen.lock.lat !== null)
      handle?.fly([chosen.lock.lon, chosen.lock.lat], Math.max(handle.view().zoom, 12));
    else handle?.fit(points(passed));
  };
  const choosing = (id: number | null, soughtId: number | null = null): void => {
    choose(id);
    setFound(soughtId);
    if (height !== 'half') setHeight('half');
  };
  const picking = (next: typeof record): void => {
    if (next === null && record === null) return;
    looked.pick(next);
    if (height !== 'half') setHeight('half');
  };
  const going = (to: FoundPlace): void => {
    change({ text: '' });
    looked.goTo(to);
    if (height !== 'half') setHeight('half');
  };
  const zoomTo = (to: Area): void => handle?.fit(cornersOf(to), 18);
  const openArea = (next: Area): void => {
    setArea(next);
    setListOpen(true);
    if (phone || room.narrow) choosing(null);
  };
  useMapKeys({
    search: () => {
      setListOpen(true);
      if (phone) setHeight('whole');
      search.current?.focus({ cursor: 'all' });
    },
    lasso: mayOrderMany && handle ? () => drawing(selection.drawing === 'free' ? null : 'free') : null,
    rectangle: mayOrderMany && handle ? () => drawing(selection.drawing === 'rectangle' ? null : 'rectangle') : null,
    measure: () => measuring(!measure.on),
    undo: measure.on ? measure.undo : null,
    full: turnFull,
    close: firstOf(
      measure.on && (() => measuring(false)),
      selection.drawing && (() => drawing(null)),
      picked && !panelOpen && selection.end,
      chosenId !== null && (() => choosing(null)),
      record && (() => picking(null)),
      area && (() => setArea(null)),
      looked.spot && looked.clearSpot,
    ),
    onMap: handle !== null,
  });
  const list = (
    <LockList
      total={total}
      rows={rows}
      searched={seen ? (seen.pending ? null : filter.text) : isLarge ? null : board.searched}
      counts={counts}
      inView={inView}
      area={
        area && {
          area,
          count: inArea,
          total,
          zoom: () => zoomTo(area),
          close: () => setArea(null),
          ...(mayOrderMany && { select: selection.all }),
        }
      }
      ticks={picked ? selection : null}
      cut={seen}
      filter={filter}
      change={change}
      sort={sort}
      onSort={setSort}
      viewOnly={viewOnly}
      onViewOnly={setViewOnly}
      selected={chosenId}
      places={found}
      onPlace={going}
      onChoose={({ lock }) => choosing(lock.id)}
      onFound={({ lock }) => {
        choosing(lock.id, lock.id);
        if (lock.id === chosenId) box.current?.querySelector<HTMLElement>('.chosen-lock')?.focus();
      }}
      phone={phone}
      search={search}
      {...(!phone && { onCollapse: () => setListOpen(false) })}
    />
  );
  const panel =
    chosenId === null ? (
      record && (
        <RecordPanel
          key={`${record.of}${record.id}`}
          picked={record}
          of={looked.record}
          show={looked.show}
          choose={(id) => choosing(id)}
          close={() => picking(null)}
        />
      )
    ) : (
      <ChosenLock
        key={chosenId}
        id={chosenId}
        shown={chosen}
        found={foundId === chosenId}
        following={followed.ids.includes(chosenId)}
        onFollow={(on) => followed.follow(chosenId, on)}
        onClose={() => choosing(null)}
      />
    );

  return (
    <div className="map-page" ref={box} style={room.edges} data-full={full}>
      <h1 className="unseen">{title[lang]}</h1>
      <MapView
        mode={mode}
        colour={colour}
        lang={lang}
        label={t('mapLabel')}
        {...(initial && { initial: { centre: initial.centre, zoom: initial.zoom } })}
        selected={chosenId}
        deaf={deaf}
        lit={lit}
        tracks={followed.trails}
        fences={layers.drawnFences}
        places={layers.drawnPlaces}
        spot={looked.spot}
        padding={room.padding}
        onHandle={(next) => {
          setHandle(next);
          if (next) setView(next.view());
        }}
        onSelect={(id) => {
          choosing(id);
          if (id === null) picking(null);
        }}
        onPick={picking}
        onSeveral={(ids) => {
          const here = around(ids.map((id) => placeOf(board.all.get(id) ?? null)).filter((at) => at !== null));
          // members that only the server knows are those in sight
          if (here) openArea(here);
          else setViewOnly(true);
        }}
        onCluster={(box) => {
          const here = boxed(box);
          // a second press on it goes there
          if (areaText(here) === areaText(area)) zoomTo(here);
          else openArea(here);
        }}
        onView={setView}
      />
      {handle && <BaseMapNotice />}
      <FollowedPanel of={followed} phone={phone} choose={(id) => choosing(id)} />
      {asOf !== null && (
        <p className="map-stale" role="status">
          <ClockCircleOutlined /> {t('staleSince', { time: shortTime(new Date(asOf).toISOString(), serverNow()) })}
        </p>
      )}
      <FilterBar
        box={bar}
        filter={filter}
        change={change}
        organisations={choices}
        area={area}
        closeArea={() => setArea(null)}
        spot={looked.spot}
        clearSpot={looked.clearSpot}
      >
        {!phone && !listOpen && (
          <Button icon={<RightOutlined />} aria-label={t('expand')} onClick={() => setListOpen(true)}>
            {t('title')} {loaded || total > 0 ? total : '–'}
            {coming !== null && '…'}
          </Button>
        )}
      </FilterBar>
      {handle && (
        <MapTools
          zoom={handle.zoomBy}
          locate={locate}
          chosen={chosen !== null}
          layers={layers}
          lasso={mayOrderMany ? { on: selection.drawing !== null, turn: (on) => drawing(on ? 'free' : null) } : null}
          measure={{ on: measure.on, turn: measuring }}
          full={{ on: full, turn: turnFull }}
          legend={{ on: legend ?? room.wide, turn: setLegend }}
        />
      )}
      {handle && !picked && !measure.on && !selection.drawing && (legend ?? (room.wide && !phone)) && (
        <MapLegend raised={size.width - insets.left - insets.right < LEGEND_BESIDE_SOURCES} />
      )}
      {measure.on && <MeasurePanel of={measure} />}
      {selection.drawing && (
        <DrawingHint
          shape={selection.drawing}
          onShape={drawing}
          all={
            free &&
            (() => {
              drawing(null);
              selection.all();
              setArea({ kind: 'box', box: free });
            })
          }
        />
      )}
      {picked && <SelectionBar picked={picked} gone={selection.gone} close={selection.end} />}
      {!phone && room.showList && <aside className="map-panel map-panel-list">{list}</aside>}
      {(phone || panel) && (
        <Sheet height={height} onHeight={setHeight} docked={!phone}>
          {panel || list}
        </Sheet>
      )}
    </div>
  );
};
