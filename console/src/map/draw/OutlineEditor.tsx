import { fieldErrors } from '@plomb/contract/errors';
import { type Outline, type OutlineLimits, outlineFault } from '@plomb/contract/lock/outline';
import { Button, Input, InputNumber, Radio } from 'antd';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useDark, useSettings } from '../../platform/settings.ts';
import type { MapHandle } from '../handle.ts';
import { MapView } from '../MapView.tsx';
import type { FenceMark } from '../marks.ts';
import {
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
import type { Drawing } from './openDrawing.ts';
import './draw.css';

const none: readonly never[] = [];
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
  /** what stands in the field while it is no list of places */
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, see] = useState(of);
  if (seen !== of) {
    see(of);
    setBefore([]);
    setTyped(null);
    setChosen(value?.shape ?? chosen);
  }
  const shape = value?.shape ?? chosen;
  const isCircle = shape === 'circle';
  const points = pointsOf(value);

  const change = (next: Outline | null): void => {
    setBefore([...before, value]);
    setTyped(null);
    setChosen(shape);
    onChange(next);
  };
  const undo = (): void => {
    const last = before.at(-1);
    if (last === undefined) return;
    setBefore(before.slice(0, -1));
    setTyped(null);
    if (last) setChosen(last.shape);
    onChange(last);
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

  const told = useEffectEvent((outline: Outline) => change(outline));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look draws with other colours
  useEffect(() => {
    if (!map) return;
    let gone = false;
    let mine: Drawing | null = null;
    map
      .draw((outline) => told(outline))
      .then(
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
  }, [map, mode]);
  useEffect(() => drawing?.show(value, shape), [drawing, value, shape]);
  const open = useEffectEvent((on: MapHandle) => {
    if (value && isDrawn(value)) on.fit(extentOf(value), 15);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is brought into view
  useEffect(() => {
    if (map) open(map);
  }, [map, of]);

  const fault = value && outlineFault(value, limits);
  const wrongTyped = (): string => {
    const places = typed === null ? [] : placesIn(typed);
    if (places === null) return words.notPlaces;
    return isCircle && places.length > 1 ? words.oneCentre : '';
  };
  const said = wrongTyped() || (fault ? fieldErrors[fault][lang] : '');
  const marks = value && !isDrawn(value) ? [...others, markOf(0, '', value)] : others;
  return (
    <div className="draw">
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
      <p className="draw-hint">{value && isDrawn(value) ? words.edit : words[`hint${shape}`]}</p>
      <div className="draw-map" data-drawing={drawing !== null}>
        <MapView
          mode={mode}
          colour={colour}
          lang={lang}
          label={label}
          {...(initial && { initial })}
          fences={marks}
          onHandle={(next) => {
            setMap(next);
            onMap?.(next);
          }}
        />
      </div>
      <div className="draw-tools">
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
        <Button disabled={value === null} onClick={() => change(null)}>
          {words.clear}
        </Button>
      </div>
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
