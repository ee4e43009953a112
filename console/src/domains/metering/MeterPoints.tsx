import { meteringCalls } from '@plomb/contract/metering/domain';
import type { Meter, SealPoint } from '@plomb/contract/metering/meters';
import { sealCalls } from '@plomb/contract/seals/domain';
import { SealOperation } from '@plomb/contract/seals/sealSteps';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Outline } from './Outline.tsx';

/** How a point stands: without a seal, not seen to be intact, or well. */
export const pointState = ({
  number,
  look,
  abnormal,
}: Pick<SealPoint, 'number' | 'look' | 'abnormal'>): 'none' | 'wrong' | 'well' => {
  if (number === '') return 'none';
  return abnormal || (look !== null && look !== 'intact') ? 'wrong' : 'well';
};

/** The meter's outline with its points, and what is on each now and was before. */
export const MeterPoints = ({ meter }: { meter: Meter }) => {
  const { t } = useTranslation('metering');
  const shapes = useDictionary('meter_shape');
  return (
    <section className="meter-pane" aria-labelledby="meter-points">
      <header>
        <h2 id="meter-points">{t('page.points')}</h2>
        <span>{t('meter.sealsOf', { sealed: meter.sealed, points: meter.points })}</span>
      </header>
      <Outline
        shape={meter.shape}
        label={t('page.outline', { shape: shapes.word(meter.shape) })}
        points={meter.seal_points.map((point) => ({ nth: point.nth, state: pointState(point) }))}
      />
      <div className="meter-scroll">
        <table className="meter-points">
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                {t('page.point')}
              </th>
              <th scope="col">{t('page.seal')}</th>
              <th scope="col" className="meter-since">
                {t('page.since')}
              </th>
              <th scope="col">{t('page.look')}</th>
            </tr>
          </thead>
          <tbody>
            {meter.seal_points.map((point) => (
              <tr key={point.id}>
                <td>
                  <i className="meter-dot" data-state={pointState(point)}>
                    {point.nth}
                  </i>
                </td>
                <th scope="row">{point.point_name}</th>
                <td>
                  {point.number === '' ? <SealIt meter={meter} point={point} /> : <code>{point.number}</code>}
                  {point.abnormal && (
                    <>
                      {' '}
                      <DictTag code="seal_operation" value={SealOperation.abnormal} />
                    </>
                  )}
                </td>
                <td className="meter-since">{clockTime(point.since).slice(0, 10)}</td>
                <td>{point.number === '' ? '–' : <DictTag code="seal_look" value={point.look} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Earlier meter={meter} />
    </section>
  );
};

/** To the field, for whoever may seal it there. */
const SealIt = ({ meter, point }: { meter: Meter; point: SealPoint }) => {
  const { t } = useTranslation('metering');
  if (!useMay()(sealCalls.field.seal) || meter.state === 'scrapped') return t('page.noSeal');
  const on = encodeURIComponent(`${meter.meter_name} ${point.point_name}`);
  return (
    <Link className="meter-link" to={`/field?point=${point.id}&on=${on}`}>
      {t('page.sealIt')}
    </Link>
  );
};

/** Seals that are on no point any more. */
const Earlier = ({ meter }: { meter: Meter }) => {
  const { t } = useTranslation('metering');
  const { data } = useQuery({
    queryKey: [meteringCalls.meters.seals.path, meter.id],
    queryFn: () => send(meteringCalls.meters.seals, { id: meter.id }, { quiet: true }),
  });
  const gone = data?.rows.filter(({ off_time }) => off_time !== null) ?? [];
  if (gone.length === 0) return null;
  return (
    <details className="meter-earlier">
      <summary>{`${t('page.earlier')} (${gone.length})`}</summary>
      <ul>
        {gone.map((one) => (
          <li key={one.id}>
            <span className="mono">{one.number}</span>
            <span>{one.point_name}</span>
            <small>{`${clockTime(one.on_time).slice(0, 10)} – ${clockTime(one.off_time).slice(0, 10)}`}</small>
          </li>
        ))}
      </ul>
    </details>
  );
};
