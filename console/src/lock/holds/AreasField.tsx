import { DeleteOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { mostAreas } from '@plomb/contract/lock/outline';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markOf } from '../../map/draw/drawn.ts';
import { OutlineEditor } from '../../map/draw/OutlineEditor.tsx';
import type { DrawnArea } from './drawnAreas.ts';
import './holds.css';

/** Areas of a rule or of a right, one of which is drawn while the others stand beside it. */
export const AreasField = ({
  value = [],
  onChange,
}: {
  id?: string;
  value?: DrawnArea[];
  onChange?: (areas: DrawnArea[]) => void;
}) => {
  const { t } = useTranslation('lock');
  const id = useId();
  const [at, choose] = useState(0);
  /** by which an area that comes into the place of a removed one is another one */
  const [removed, setRemoved] = useState(0);
  /** the one removed last, which can be brought back where it was */
  const [gone, setGone] = useState<{ at: number; area: DrawnArea } | null>(null);
  const chosen = value[at];
  const change = (part: Partial<DrawnArea>): void =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const nameOf = (one: DrawnArea, index: number): string => one.name || t('areas.number', { number: index + 1 });
  return (
    <div className="areas-field">
      <fieldset className="areas-choice" aria-label={t('areas.label')}>
        {value.map((one, index) => (
          <Button
            // areas have no other identity than their place
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            type={index === at ? 'primary' : 'default'}
            aria-pressed={index === at}
            onClick={() => choose(index)}
          >
            {nameOf(one, index)}
          </Button>
        ))}
        <Button
          icon={<PlusOutlined />}
          disabled={value.length >= mostAreas}
          onClick={() => {
            onChange?.([...value, { name: '', area: null }]);
            choose(value.length);
          }}
        >
          {t('areas.add')}
        </Button>
        {gone && value.length < mostAreas && (
          <Button
            icon={<UndoOutlined />}
            onClick={() => {
              onChange?.(value.toSpliced(gone.at, 0, gone.area));
              choose(Math.min(gone.at, value.length));
              setRemoved(removed + 1);
              setGone(null);
            }}
          >
            {t('areas.restore', { name: nameOf(gone.area, gone.at) })}
          </Button>
        )}
      </fieldset>
      {chosen && (
        <>
          <div className="areas-name">
            <label htmlFor={`${id}-name`}>{t('areas.name')}</label>
            <Input
              id={`${id}-name`}
              maxLength={12}
              value={chosen.name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <Button
              icon={<DeleteOutlined />}
              onClick={() => {
                onChange?.(value.filter((_, index) => index !== at));
                choose(Math.max(0, at - 1));
                setRemoved(removed + 1);
                setGone({ at, area: chosen });
              }}
            >
              {t('areas.remove')}
            </Button>
          </div>
          <OutlineEditor
            of={`${removed} ${at}`}
            value={chosen.area}
            onChange={(area) => {
              if (area?.shape !== 'line') change({ area });
            }}
            shapes={['circle', 'polygon']}
            label={t('areas.map')}
            others={value.flatMap((one, index) =>
              one.area && index !== at ? [markOf(index + 1, nameOf(one, index), one.area)] : [],
            )}
          />
        </>
      )}
    </div>
  );
};
