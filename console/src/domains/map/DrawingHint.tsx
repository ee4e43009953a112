import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LassoShape } from '../../map/handle.ts';

/** Beside what is drawn: how, by which shape, and the way to do without. */
export const DrawingHint = ({
  shape,
  onShape,
  all,
}: {
  shape: LassoShape;
  onShape: (shape: LassoShape) => void;
  /** selects all in view; null: there is no view yet */
  all: (() => void) | null;
}) => {
  const { t } = useTranslation('map');
  return (
    <div className="lasso-hint">
      <Segmented<LassoShape>
        size="small"
        aria-label={t('selection.shape')}
        value={shape}
        options={(['free', 'rectangle'] as const).map((one) => ({ value: one, label: t(`selection.shapes.${one}`) }))}
        onChange={onShape}
      />
      <span role="status">{t(shape === 'free' ? 'selection.hint' : 'selection.hintRectangle')}</span>
      <Button size="small" disabled={!all} onClick={() => all?.()}>
        {t('selection.view')}
      </Button>
    </div>
  );
};
