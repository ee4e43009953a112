import type { MeterShape } from '@plomb/contract/metering/types';

interface OutlinePoint {
  nth: number;
  state: 'none' | 'wrong' | 'well';
}
const [WIDTH, HEIGHT] = [420, 300];

/** Its body as strokes, and where on it seals are put, in turn left and right. */
const shapes: Record<MeterShape, { strokes: readonly string[]; spots: readonly [x: number, y: number][] }> = {
  dispenser: {
    strokes: [
      'M150 20h120a6 6 0 0 1 6 6v250H144V26a6 6 0 0 1 6-6z',
      'M158 34h104v66H158zM158 112h104v34H158z',
      'M144 160h132M170 172h76v48h-76zM144 230h132',
      'M210 230v10M188 252a22 22 0 1 0 44 0a22 22 0 1 0-44 0',
      'M276 140h14v42h-14M290 150V88a14 14 0 0 1 28 0v126a14 14 0 0 1-28 0v-32M134 276h152v12H134z',
    ],
    spots: [
      [176, 184],
      [240, 206],
      [190, 252],
      [230, 252],
    ],
  },
  electricity: {
    strokes: [
      'M140 24h140a10 10 0 0 1 10 10v190H130V34a10 10 0 0 1 10-10z',
      'M130 224h160v44a8 8 0 0 1-8 8H138a8 8 0 0 1-8-8z',
      'M152 46h116v52H152zM152 120h48v30h-48zM220 120h48v30h-48zM150 276v16M180 276v16M240 276v16M270 276v16',
      'M144 208h10M266 208h10M146 240h12M262 240h12',
    ],
    spots: [
      [148, 208],
      [272, 208],
      [152, 240],
      [268, 240],
    ],
  },
  flow: {
    strokes: [
      'M60 178h80M280 178h80M60 232h80M280 232h80M60 168v74M360 168v74',
      'M140 165h140v80H140zM196 165v-32h28v32',
      'M150 48h120a8 8 0 0 1 8 8v70a8 8 0 0 1-8 8H150a8 8 0 0 1-8-8V56a8 8 0 0 1 8-8z',
      'M160 64h100v34H160z',
    ],
    spots: [
      [156, 116],
      [264, 116],
      [150, 205],
      [270, 205],
    ],
  },
  scale: {
    strokes: [
      'M90 200h240v26H90zM110 226v26M310 226v26M130 252h-40M330 252h-40',
      'M150 44h120a8 8 0 0 1 8 8v76a8 8 0 0 1-8 8H150a8 8 0 0 1-8-8V52a8 8 0 0 1 8-8z',
      'M160 60h100v36H160zM210 136v64',
    ],
    spots: [
      [156, 116],
      [264, 116],
      [120, 213],
      [300, 213],
    ],
  },
  other: {
    strokes: [
      'M130 40h160a10 10 0 0 1 10 10v190a10 10 0 0 1-10 10H130a10 10 0 0 1-10-10V50a10 10 0 0 1 10-10z',
      'M144 60h132v60H144z',
    ],
    spots: [
      [150, 150],
      [270, 150],
      [150, 210],
      [270, 210],
    ],
  },
};

/** Where the sign of a point stands, and where its leader ends: odd ones left, even ones right, in even steps. */
export const placed = (shape: MeterShape, count: number): { x: number; y: number; to: readonly [number, number] }[] => {
  const { spots } = shapes[shape];
  const each = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / 2);
    const own = spots[at];
    // more points than the drawing has places for stand at its edge, one below the other
    const y = own && count <= spots.length ? own[1] : 30 + ((row + 0.5) * (HEIGHT - 60)) / each;
    const isLeft = at % 2 === 0;
    return { x: isLeft ? 40 : WIDTH - 40, y, to: own && count <= spots.length ? own : [isLeft ? 150 : 270, y] };
  });
};

/** What a meter of its kind looks like, and where its seals are. */
export const Outline = ({
  shape,
  label,
  points,
}: {
  shape: MeterShape;
  label: string;
  points: readonly OutlinePoint[];
}) => {
  const places = placed(shape, points.length);
  return (
    <svg className="meter-outline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {shapes[shape].strokes.map((d) => (
        <path key={d} d={d} className="meter-body" />
      ))}
      {points.map(({ nth, state }, at) => {
        const place = places[at]!;
        return (
          <g key={nth} className="meter-mark" data-state={state}>
            <path d={`M${place.x} ${place.y}L${place.to[0]} ${place.to[1]}`} />
            <circle cx={place.x} cy={place.y} r="15" />
            <text x={place.x} y={place.y + 5} textAnchor="middle">
              {nth}
            </text>
          </g>
        );
      })}
    </svg>
  );
};
