import { fieldErrors } from '@plomb/contract/errors';
import { type Outline, type OutlineLimits, outlineFault } from '@plomb/contract/lock/outline';
import { Button, Checkbox, Input, InputNumber, Radio } from 'antd';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { useDark, useSettings } from '../../platform/settings.ts';
import type { MapHandle } from '../handle.ts';
import { MapView } from '../MapView.tsx';
import type { FenceMark, LngLat, PlaceMark } from '../marks.ts';
import { lengthWords } from '../measures.ts';
import { CornerTool } from './CornerTool.tsx';
import {
  edgesOf,
  extentOf,
  firstRadius,
  firstWidth,
  isDrawn,
  markOf,
  placesIn,
  type Shape,
  typedOf,
  withCorner,
} from './drawn.ts';
import { drawTexts } from './drawTexts.ts';
import { MeasureStrip } from './MeasureStrip.tsx';
import type { Drawing } from './openDrawing.ts';
import { linesOf } from './snap.ts';
import './draw.css';

const none: readonly never[] = [];
/** More lengths than this stand on each other. */
const MOST_LENGTHS = 40;
/** Beside more than these what is moved is drawn anew when it is let go. */
const MOST_REDRAWN = 300;
/** What a pixel is where no map is drawn: some 20 metres. */
const NO_MAP = 12;
const isSeen = (map: MapHandle, [lon, lat]: LngLat): boolean => {
  const [west, south, east, north] = map.view().bounds;
  return lon >= west && lon <= east && lat >= south && lat <= north;
};
const pointsOf = (outline: Outline | null) =>
  outline === null ? [] : outline.shape === 'circle' ? [outline.centre] : outline.points;

interface Props {
  /** which of several is drawn: steps of one are not taken back in another */
  of?: number | string;
  value: Outline | null;
  onChange(next: Outline | null): void;
  shapes: readonly Shape[];
  /** what it is held to; without it what a lock keeps */
  limits?: OutlineLimits;
  /** what the map shows, for screen readers */
  label: string;
  /** what stands beside it and is not drawn here */
  others?: readonly FenceMark[];
  /** that it is drawn in */
  ink?: FenceMark['colour'];
  /** metres beyond its edge from which a lock is out of it */
  margin?: number;
  /** where the map opens while nothing is drawn */
  initial?: { centre: readonly [number, number]; zoom: number };
  onMap?: (map: MapHandle | null) => void;
}

/** One outline, drawn and moved on the map or typed; either way it is the same, and one step back is one step back. */
export const OutlineEditor = ({
  of = 0,
  value,
  onChange,
  shapes,
  limits,
  label,
  others = none,
  ink,
  margin,
  initial,
  onMap,
}: Props) => {
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const words = drawTexts[lang];
  const id = useId();
  const [map, setMap] = useState<MapHandle | null>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [chosen, setChosen] = useState<Shape>(value?.shape ?? shapes[0] ?? 'polygon');
  const [before, setBefore] = useState<readonly (Outline | null)[]>([]);
  const [undone, setUndone] = useState<readonly (Outline | null)[]>([]);
  const [corner, setCorner] = useState(0);
  const [snaps, setSnaps] = useState(true);
  /** as it stands under the pointer, until that lets it go */
  const [passing, setPassing] = useState<Outline | null>(null);
  const [met, setMet] = useState<{ name: string; metres: number } | null>(null);
  /** what stands in the field while it is no list of places */
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, see] = useState(of);
  if (seen !== of) {
    see(of);
    setBefore([]);
    setUndone([]);
    setCorner(0);
    setPassing(null);
    setTyped(null);
    setChosen(value?.shape ?? chosen);
  }
  const shape = value?.shape ?? chosen;
  const isCircle = shape === 'circle';
  const points = pointsOf(value);

  const change = (next: Outline | null): void => {
    setBefore([...before, value]);
    setUndone([]);
    setPassing(null);
    setTyped(null);
    setChosen(shape);
    onChange(next);
  };
  const undo = (): void => {
    const last = before.at(-1);
    if (last === undefined) return;
    setBefore(before.slice(0, -1));
    setUndone([...undone, value]);
    setTyped(null);
    if (last) setChosen(last.shape);
    onChange(last);
  };
  const redo = (): void => {
    const next = undone.at(-1);
    if (next === undefined) return;
    setUndone(undone.slice(0, -1));
    setBefore([...before, value]);
    setTyped(null);
    if (next) setChosen(next.shape);
    onChange(next);
  };
  /** What is no list of places is nothing: saved would be what stands in the field, never what stood there before. */
  const type = (text: string): void => {
    const [first, ...more] = placesIn(text) ?? [];
    setTyped(text);
    setChosen(shape);
    if (value) setBefore([...before, value]);
    // what is typed comes by way of what is no place, and keeps its measure
    const last = value ?? before.findLast((one) => one?.shape === shape);
    if (!first || (isCircle && more.length > 0)) onChange(null);
    else if (isCircle) onChange({ shape, centre: first, radius: last?.shape === 'circle' ? last.radius : firstRadius });
    else if (shape === 'polygon') onChange({ shape, points: [first, ...more] });
    else onChange({ shape, points: [first, ...more], width: last?.shape === 'line' ? last.width : firstWidth });
  };

  const told = useEffectEvent((outline: Outline) => {
    setMet(null);
    // the corner that was moved is the one that the keys move on
    const moved = pointsOf(outline).findIndex((at, i) => String(at) !== String(points[i]));
    if (value && moved >= 0) setCorner(moved);
    change(outline);
  });
  const lines = useEffectEvent(() => (snaps ? linesOf(others) : []));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look draws with other colours
  useEffect(() => {
    if (!map) return;
    let gone = false;
    let mine: Drawing | null = null;
    const on = { told: (outline: Outline) => told(outline), passing: setPassing, lines: () => lines(), met: setMet };
    map.draw({ ...on, ...(ink && { colour: ink }) }).then(
      (opened) => {
        mine = opened;
        if (gone) opened.end();
        else setDrawing(opened);
      },
      // the map stands without it: what is to be drawn can be typed
      () => {},
    );
    return () => {
      gone = true;
      mine?.end();
      setDrawing(null);
    };
  }, [map, mode, ink]);
  const at = Math.min(corner, Math.max(0, points.length - 1));
  useEffect(() => drawing?.show(value, shape, at), [drawing, value, shape, at]);
  const measured = passing ?? value;
  const lengths = useMemo(
    (): PlaceMark[] =>
      measured && measured.shape !== 'circle' && measured.points.length <= MOST_LENGTHS
        ? edgesOf(measured).map(({ middle, metres }, i) => ({ id: i, name: lengthWords(metres, lang), at: middle }))
        : [],
    [measured, lang],
  );
  const open = useEffectEvent((on: MapHandle) => {
    if (value && isDrawn(value)) on.fit(extentOf(value), 15);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is brought into view
  useEffect(() => {
    if (map) open(map);
  }, [map, of]);

  const stepped = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLTextAreaElement) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) undo();
    else if (key === 'y' || key === 'z') redo();
    else return;
    event.preventDefault();
  };
  const fault = value && outlineFault(value, limits);
  const wrongTyped = (): string => {
    const places = typed === null ? [] : placesIn(typed);
    if (places === null) return words.notPlaces;
    return isCircle && places.length > 1 ? words.oneCentre : '';
  };
  const said = wrongTyped() || (fault ? fieldErrors[fault][lang] : '');
  const outlined = others.length > MOST_REDRAWN ? value : measured;
  const marks = useMemo(() => {
    if (!outlined || (isDrawn(outlined) && margin === undefined)) return others;
    return [
      ...others,
      { ...markOf(0, '', outlined), ...(ink && { colour: ink }), ...(margin !== undefined && { margin }) },
    ];
  }, [others, outlined, ink, margin]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: steps are taken back by keys, as everywhere, beside the buttons for that
    <div className="draw" onKeyDown={stepped}>
      {/* above the map, as with it: what is below its edge is not found while one draws */}
      <div className="draw-tools">
        {shapes.length > 1 && (
          <Radio.Group
            aria-label={words.shape}
            optionType="button"
            value={shape}
            onChange={(e) => {
              if (value) change(null);
              setChosen(e.target.value as Shape);
            }}
            options={shapes.map((one) => ({ value: one, label: words[one] }))}
          />
        )}
        <Button disabled={!map} onClick={() => map && change(withCorner(value, shape, map.view().centre))}>
          {words.cross}
        </Button>
        {!isCircle && (
          <Button
            disabled={points.length === 0}
            onClick={() => {
              if (value && value.shape !== 'circle')
                change(points.length === 1 ? null : { ...value, points: value.points.slice(0, -1) });
            }}
          >
            {words.removeLast}
          </Button>
        )}
        <Button disabled={before.length === 0} onClick={undo}>
          {words.undo}
        </Button>
        <Button disabled={undone.length === 0} onClick={redo}>
          {words.redo}
        </Button>
        {others.length > 0 && !isCircle && (
          <Checkbox checked={snaps} onChange={(event) => setSnaps(event.target.checked)}>
            <span title={words.snapHint}>{words.snap}</span>
          </Checkbox>
        )}
        <Button disabled={value === null} onClick={() => change(null)}>
          {words.clear}
        </Button>
      </div>
      <p className="draw-hint">
        {value && isDrawn(value) ? (isCircle ? words.editcircle : words.edit) : words[`hint${shape}`]}
      </p>
      <div className="draw-map" data-drawing={drawing !== null}>
        <MapView
          mode={mode}
          colour={colour}
          lang={lang}
          label={label}
          {...(initial && { initial })}
          fences={marks}
          places={lengths}
          onHandle={(next) => {
            setMap(next);
            onMap?.(next);
          }}
        />
        {measured && <MeasureStrip outline={measured} lang={lang} />}
        {margin !== undefined && measured && isDrawn(measured) && <p className="draw-out">{words.outFrom(margin)}</p>}
        {met && snaps && (
          <p className="draw-met" role="status">
            <b>{words.meets(met.name)}</b> {lengthWords(met.metres, lang)}
            <small>{words.snapOff}</small>
          </p>
        )}
      </div>
      {value && points.length > 0 && (
        <CornerTool
          {...{ outline: value, lang, at, change }}
          go={(next) => {
            setCorner(next);
            const to = points[next];
            if (to && map && !isSeen(map, to)) map.fly(to, map.view().zoom);
          }}
          zoom={() => map?.view().zoom ?? NO_MAP}
        />
      )}
      <div className="draw-typed">
        <div>
          <label htmlFor={`${id}-points`}>{isCircle ? words.centre : words.corners}</label>
          <Input.TextArea
            id={`${id}-points`}
            className="mono"
            autoSize={{ minRows: isCircle ? 1 : 3, maxRows: 8 }}
            value={typed ?? typedOf(points)}
            aria-invalid={said !== ''}
            aria-describedby={`${id}-said`}
            onChange={(e) => type(e.target.value)}
            onBlur={() => {
              if (value) setTyped(null);
            }}
          />
        </div>
        {value && value.shape !== 'polygon' && (
          <div>
            <label htmlFor={`${id}-metres`}>{isCircle ? words.radius : words.width}</label>
            <InputNumber<number>
              id={`${id}-metres`}
              min={1}
              precision={0}
              step={50}
              value={value.shape === 'circle' ? value.radius : value.width}
              onChange={(metres) => {
                if (metres !== null)
                  change(value.shape === 'circle' ? { ...value, radius: metres } : { ...value, width: metres });
              }}
            />
          </div>
        )}
      </div>
      <p className="draw-wrong" id={`${id}-said`} role="alert">
        {said}
      </p>
    </div>
  );
};
