import { DeleteOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { fieldErrors, fieldWords } from '@plomb/contract/errors';
import type { Text } from '@plomb/contract/kit/text';
import { isGbk } from '@plomb/contract/lock/gbk';
import { AreaName } from '@plomb/contract/lock/orderKinds';
import { mostAreas, type NamedArea, outlineFault } from '@plomb/contract/lock/outline';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markOf } from '../../map/draw/drawn.ts';
import { OutlineEditor } from '../../map/draw/OutlineEditor.tsx';
import { wrong } from '../../ui/form/Said.tsx';
import './holds.css';

/** An area while it is drawn. */
export interface DrawnArea {
  name: string;
  area: NamedArea['area'] | null;
}

const nameFault = (name: string): Text | null => {
  const issue = AreaName.safeParse(name).error?.issues[0];
  if (issue) return fieldWords(issue);
  return isGbk(name) ? null : fieldErrors.unwritable;
};
const drawnFault = (area: DrawnArea['area']): Text | null => {
  const fault = area && outlineFault(area);
  if (fault) return fieldErrors[fault];
  return area === null ? fieldErrors.drawArea : null;
};

/** What is wrong with the first area that cannot be kept; null: all can. */
export const areasFault = (areas: readonly DrawnArea[], most = mostAreas): { at: number; why: Text } | null => {
  for (const [at, { name, area }] of areas.entries()) {
    const why = at >= most ? fieldErrors.drawArea : (nameFault(name) ?? drawnFault(area));
    if (why) return { at, why };
  }
  return areas.length === 0 ? { at: 0, why: fieldErrors.drawArea } : null;
};

/** The same for a form: of several, which. */
export const drawnAll = async (_: unknown, areas: DrawnArea[]): Promise<void> => {
  const fault = areasFault(areas);
  if (!fault) return;
  const { at, why } = fault;
  const name = areas[at]?.name ?? '';
  throw wrong(
    areas.length < 2
      ? why
      : { zh: `${name || `区域 ${at + 1}`}：${why.zh}`, en: `${name || `Area ${at + 1}`}: ${why.en}` },
  );
};
/** All that are drawn, as they are sent. */
export const areasOf = (areas: readonly DrawnArea[] = []): NamedArea[] =>
  areas.flatMap(({ name, area }) => (area ? [{ name, area }] : []));
/** Those that can be sent already. */
export const drawnOnly = (areas: DrawnArea[]): DrawnArea[] =>
  areas.filter(({ area, name }) => area !== null && name !== '');

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
