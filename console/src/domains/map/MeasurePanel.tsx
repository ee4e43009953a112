import { CloseOutlined, DeleteOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { areaOf, lengthOf } from '../../map/measured.ts';
import { areaWords, lengthWords } from '../../map/measures.ts';
import { useSettings } from '../../platform/settings.ts';
import type { Measure, Measured } from './useMeasure.ts';
import './measure.css';

/** What is measured so far, and what can be done with it. */
export const MeasurePanel = ({ of: measure }: { of: Measure }) => {
  const { t } = useTranslation('map');
  const lang = useSettings((s) => s.lang);
  const { points, of } = measure;
  const first = points[0];
  const isRing = of === 'area' && points.length > 2;
  const length = lengthOf(isRing && first ? [...points, first] : points);
  return (
    <section className="measure" aria-label={t('measure.title')}>
      <Segmented<Measured>
        aria-label={t('measure.what')}
        value={of}
        options={(['way', 'area'] as const).map((one) => ({ value: one, label: t(`measure.${one}`) }))}
        onChange={measure.setOf}
      />
      <p role="status">
        {points.length < 2 ? (
          t(points.length === 0 ? 'measure.begin' : 'measure.next')
        ) : (
          <>
            <b>{isRing ? areaWords(areaOf(points), lang) : lengthWords(length, lang)}</b>
            <span>
              {isRing && t('measure.around', { length: lengthWords(length, lang) })}
              {!isRing && of === 'area' && t('measure.third')}
              {of === 'way' && t('measure.points', { count: points.length })}
            </span>
          </>
        )}
      </p>
      <Button
        type="text"
        icon={<UndoOutlined />}
        aria-label={t('measure.undo')}
        title={t('measure.undo')}
        disabled={points.length === 0}
        onClick={measure.undo}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('measure.clear')}
        title={t('measure.clear')}
        disabled={points.length === 0}
        onClick={measure.clear}
      />
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('measure.stop')}
        title={t('measure.stop')}
        onClick={() => measure.turn(false)}
      />
    </section>
  );
};
