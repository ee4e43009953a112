import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { BatteryCurve, tellsVoltsOnly } from '@plomb/contract/lock/batteryCurve';
import type { LockFamily } from '@plomb/contract/lock/codes';
import { Button, Form, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/form/Field.tsx';
import './battery.css';
import { useNumber } from '../../ui/useNumber.ts';

/** Points as they are typed: a figure may be missing. */
type Typed = readonly (readonly [number | null, number | null])[];

const [WIDTH, HEIGHT] = [240, 72];
const MOST = 10;

/** The curve as it runs, drawn small: flat before its first point and after its last. */
export const DrawnCurve = ({ points }: { points: Readonly<BatteryCurve> }) => {
  const { t } = useTranslation('devices');
  const number = useNumber();
  const [first, last] = [points[0]!, points.at(-1)!];
  const margin = (last[0] - first[0]) / 8;
  const [from, to] = [first[0] - margin, last[0] + margin];
  const x = (volts: number): number => ((volts - from) / (to - from)) * WIDTH;
  const y = (percent: number): number => HEIGHT - (percent / 100) * HEIGHT;
  const line = [[from, first[1]] as const, ...points, [to, last[1]] as const];
  const said = points.map(([volts, percent]) => `${number(volts)} V ${percent} %`).join(' · ');
  return (
    <figure className="battery-curve">
      <svg viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`} role="img" aria-label={`${t('deviceType.curve')}: ${said}`}>
        <polyline points={line.map(([volts, percent]) => `${x(volts)},${y(percent)}`).join(' ')} />
        {points.map(([volts, percent]) => (
          <circle key={volts} cx={x(volts)} cy={y(percent)} r={3} />
        ))}
      </svg>
      <figcaption>{said}</figcaption>
    </figure>
  );
};

/** Points, one below the other, and what they come to. */
const CurveInput = ({ value = [], onChange = () => {} }: { value?: Typed; onChange?: (points: Typed) => void }) => {
  const { t } = useTranslation('devices');
  const drawn = BatteryCurve.safeParse(value);
  const put = (at: number, part: 0 | 1, figure: number | null): void =>
    onChange(value.map((point, nth) => (nth !== at ? point : part === 0 ? [figure, point[1]] : [point[0], figure])));
  return (
    <fieldset className="battery-points">
      {value.map((point, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is what stands at its place
        <div key={at}>
          <InputNumber
            aria-label={t('deviceType.curveVolts', { number: at + 1 })}
            value={point[0]}
            min={1}
            max={60}
            step={0.05}
            precision={2}
            suffix="V"
            onChange={(volts) => put(at, 0, volts)}
          />
          <InputNumber
            aria-label={t('deviceType.curvePercent', { number: at + 1 })}
            value={point[1]}
            min={0}
            max={100}
            precision={0}
            suffix="%"
            onChange={(percent) => put(at, 1, percent)}
          />
          <Button
            icon={<DeleteOutlined />}
            aria-label={t('deviceType.curveRemove', { number: at + 1 })}
            disabled={value.length <= 2}
            onClick={() => onChange(value.filter((_, nth) => nth !== at))}
          />
        </div>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={value.length >= MOST}
        onClick={() => onChange([...value, [null, null]])}
      >
        {t('deviceType.curveAdd')}
      </Button>
      {drawn.success && <DrawnCurve points={drawn.data} />}
    </fieldset>
  );
};

/** Of types whose locks say volts only. */
export const BatteryCurveField = () => {
  const { t } = useTranslation('devices');
  const family = Form.useWatch<LockFamily | undefined>('family', Form.useFormInstance()) ?? 'hhd';
  if (!tellsVoltsOnly[family]) return null;
  return (
    <div className="wide">
      <Field name="battery_curve" label={t('deviceType.curve')} extra={t('deviceType.curveHint')}>
        <CurveInput />
      </Field>
    </div>
  );
};
