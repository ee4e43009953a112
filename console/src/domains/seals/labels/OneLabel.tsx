import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { Sheet, SheetWarning } from '@plomb/contract/seals/sheet';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import type { Label } from './ranges.ts';
import { LabelPicture } from './SheetPicture.tsx';

/** One label as large as it can be read, and what a phone would fail at, each with its repair. */
export const OneLabel = (props: {
  sheet: Sheet;
  change: (sheet: Sheet) => void;
  label: Label;
  note: string;
  warnings: readonly SheetWarning[];
  /** which of how many it is */
  at: number;
  count: number;
  turn: (at: number) => void;
}) => {
  const { sheet, change, label, note, warnings, at, count, turn } = props;
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  return (
    <section className="label-block label-one-block" aria-label={t('labels.one')}>
      <h2>
        {t('labels.one')} <span className="mono">{label.number}</span>
        <span className="label-turn">
          <Button
            {...{ size: 'small', icon: <LeftOutlined />, disabled: at === 0, 'aria-label': t('labels.before') }}
            onClick={() => turn(at - 1)}
          />
          <Button
            {...{ size: 'small', icon: <RightOutlined />, disabled: at >= count - 1 }}
            aria-label={t('labels.after')}
            onClick={() => turn(at + 1)}
          />
        </span>
      </h2>
      <LabelPicture sheet={sheet} label={label} note={note} />
      {label.printed > 0 && <p className="seal-hint">{t('labels.printedBefore', { count: label.printed })}</p>}
      {warnings.map(({ fault, is, needs, repair }) => (
        <Alert
          key={fault}
          type="warning"
          showIcon
          title={t(`labels.fault.${fault}`)}
          description={
            <>
              <p className="label-why">{t(`labels.why.${fault}`, { is, needs })}</p>
              {repair && (
                <Button type="link" size="small" onClick={() => change({ ...sheet, ...repair })}>
                  {Object.entries(repair)
                    .filter(([field, value]) => sheet[field as keyof Sheet] !== value)
                    .map(([field, value]) =>
                      t('labels.repair', { what: t(`labels.measure.${field as keyof Sheet}`), value }),
                    )
                    .join(lang === 'zh' ? '，' : ', ')}
                </Button>
              )}
            </>
          }
        />
      ))}
    </section>
  );
};
