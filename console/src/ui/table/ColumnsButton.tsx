import { TableOutlined } from '@ant-design/icons';
import { Button, Popover, Skeleton } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../later.tsx';
import { phoneQuery, useMedia } from '../useMedia.ts';
import type { TableSetup } from './useTable.ts';
import './table.css';

const ColumnsPanel = later(async () => (await import('./ColumnsPanel.tsx')).ColumnsPanel, {
  meanwhile: <Skeleton className="columns-panel" active paragraph={{ rows: 6 }} />,
});
/** It comes when the server is heard again. */
const notYet = (): void => undefined;

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
      content={<ColumnsPanel setup={setup} pressed={pressed} missing={notYet} />}
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
