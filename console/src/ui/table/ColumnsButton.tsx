import { TableOutlined } from '@ant-design/icons';
import { Button, Popover, Segmented } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { phoneQuery, useMedia } from '../useMedia.ts';
import { ColumnList } from './ColumnList.tsx';
import { densities, type TableSetup } from './useTable.ts';
import './table.css';

/** Which columns, in which order, how dense: kept for the person. Cards on a phone have none. */
export const ColumnsButton = <Row,>({ setup }: { setup: TableSetup<Row> }) => {
  const { t } = useTranslation('ui');
  const phone = useMedia(phoneQuery);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (phone) return null;
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      placement="bottomRight"
      arrow={false}
      content={
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
      }
    >
      <Button
        ref={button}
        onKeyDown={pressed}
        className="columns-button"
        icon={<TableOutlined />}
        aria-label={t('columns')}
      >
        {t('columns')}
      </Button>
    </Popover>
  );
};
