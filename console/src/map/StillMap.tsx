import type { Lang } from '@plomb/contract/kit/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BaseMap } from './baseMap.ts';
import { baseSources } from './baseStyle.ts';
import { STILL } from './covered.ts';
import { nudged, pixelsTo } from './draw/drawn.ts';
import { mapTexts } from './mapTexts.ts';
import type { LngLat } from './marks.ts';
import './stillMap.css';

/** The base map has nothing new beyond it. */
export const STILL_ZOOM = 7.5;

/** What is a pixel there. */
export const metresInPixel = ([, lat]: LngLat, zoom: number): number =>
  (40_075_017 * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom);

interface Props {
  at: LngLat;
  lang: Lang;
  label: string;
  /** for paper it is light, whatever the screen is */
  mode?: 'light' | 'dark';
  /** on another map than the offline one */
  base?: BaseMap;
  zoom?: number;
  /** it is of one thing that moves: the picture of a moment ago stands until the next is drawn */
  moves?: boolean;
  /** a line that was planned, and the circles on it */
  plan?: { line: readonly LngLat[]; circles: readonly { id: number; at: LngLat; radius: number }[] };
  /** a mark stands on the place; false: it is the middle of something and nothing itself */
  isMarked?: boolean;
  /** a place on the picture was pointed at */
  onPoint?: (at: LngLat) => void;
}

/** One place on the offline base map, as a picture: it prints as it stands. */
export const StillMap = ({
  at,
  lang,
  label,
  mode = 'light',
  base,
  zoom = STILL_ZOOM,
  moves = false,
  plan,
  isMarked = true,
  onPoint,
}: Props) => {
  const { data, isError } = useQuery({
    queryKey: ['still map', lang, mode, base?.id, zoom, ...at],
    queryFn: async () => {
      const { drawStill } = await import('./drawStill.ts');
      return drawStill(at, { zoom, base: base ?? null, ...STILL, lang, mode });
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    ...(moves && { placeholderData: keepPreviousData }),
  });
  const words = mapTexts[lang];
  if (isError)
    return (
      <p className="still-map-none">
        <span>{words.noStill}</span>
        <bdi>{`${at[1].toFixed(5)}, ${at[0].toFixed(5)}`}</bdi>
      </p>
    );
  return (
    <figure className="still-map" aria-busy={!data}>
      {/* biome-ignore lint/a11y: whoever cannot point says how far it is in the field beside it */}
      <div
        className="still-map-picture"
        data-points={onPoint !== undefined}
        onClick={({ currentTarget, clientX, clientY }) => {
          const box = currentTarget.getBoundingClientRect();
          const [x, y] = [(clientX - box.x) / box.width - 0.5, (clientY - box.y) / box.height - 0.5];
          onPoint?.(nudged(at, [x * STILL.width, y * STILL.height], zoom));
        }}
      >
        {data && <img src={data} alt={label} {...STILL} />}
        {data && plan && <Planned {...{ at, zoom }} {...plan} />}
        {data && isMarked && (
          <svg className="still-map-mark" viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="12" cy="12" r="9" />
            <circle cx="12" cy="12" r="3.5" />
          </svg>
        )}
      </div>
      <figcaption>{base?.attribution || baseSources}</figcaption>
    </figure>
  );
};

const Planned = ({ at, zoom, line, circles }: { at: LngLat; zoom: number } & NonNullable<Props['plan']>) => {
  const pixels = (to: LngLat): readonly [number, number] => {
    const [right, down] = pixelsTo(at, to, zoom);
    return [right + STILL.width / 2, down + STILL.height / 2];
  };
  const points = line.map((one) => pixels(one).join(' ')).join(' ');
  return (
    <svg
      className="still-map-plan"
      viewBox={`0 0 ${STILL.width} ${STILL.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <polyline points={points} data-under />
      <polyline points={points} />
      {circles.map(({ id, at: middle, radius }) => {
        const [cx, cy] = pixels(middle);
        // of a small one too one sees where it is
        return <circle key={id} {...{ cx, cy }} r={Math.max(3, radius / metresInPixel(middle, zoom))} />;
      })}
    </svg>
  );
};
