import { Button, Segmented } from 'antd';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnList } from './ColumnList.tsx';
import { densities, type TableSetup } from './useTable.ts';

interface Props {
  setup: Pick<
    TableSetup<never>,
    'name' | 'touched' | 'reset' | 'choices' | 'titleOf' | 'arrange' | 'density' | 'setDensity'
  >;
  pressed: (event: KeyboardEvent) => void;
}

/** What the button of the columns opens. */
export const ColumnsPanel = ({ setup, pressed }: Props) => {
  const { t } = useTranslation('ui');
  return (
    <section className="columns-panel" aria-label={t('columns')} onKeyDown={pressed}>
      <header>
        <b>{t('columns')}</b>
        <Button type="link" size="small" disabled={!setup.touched} onClick={setup.reset}>
          {t('reset')}
        </Button>
      </header>
      <ColumnList choices={setup.choices} titleOf={setup.titleOf} arrange={setup.arrange} />
      <footer>
        <span id={`${setup.name}-density`}>{t('density')}</span>
        <Segmented
          size="small"
          aria-labelledby={`${setup.name}-density`}
          value={setup.density}
          options={densities.map((value) => ({ value, label: t(value) }))}
          onChange={setup.setDensity}
        />
      </footer>
      <p>{t('columnsSaved')}</p>
    </section>
  );
};
