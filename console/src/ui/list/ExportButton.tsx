import { DownloadOutlined } from '@ant-design/icons';
import type { Call } from '@plomb/contract/call';
import type { FileTicket } from '@plomb/contract/exporting';
import { Button, Dropdown, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { download, send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useTheList } from './useList.ts';

/** Words for the codes of a column, by its field: the file says what the screen says. */
export type FileWords = Record<string, Record<string, string>>;

const save = (blob: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

/** The list as a file: its filter, its order, its columns and their headings. Hidden from who may not. */
export const ExportButton = <Row,>(props: {
  of: Call;
  columns: TableColumnsType<Row>;
  words?: FileWords | undefined;
  /** only these rows */
  ids?: readonly number[];
}) => {
  const { t } = useTranslation('ui');
  const may = useMay();
  const { query } = useTheList();
  const [busy, setBusy] = useState(false);
  if (!may(props.of)) return null;

  const make = async (format: string): Promise<void> => {
    setBusy(true);
    try {
      const { page: _page, size: _size, before: _before, ...filter } = query;
      const columns = props.columns.flatMap((column) =>
        'dataIndex' in column && typeof column.dataIndex === 'string' && typeof column.title === 'string'
          ? [{ field: column.dataIndex, title: column.title, words: props.words?.[column.dataIndex] }]
          : [],
      );
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const ids = props.ids ? { ids: props.ids } : {};
      const ticket = (await send(props.of, { ...filter, ...ids, format, columns, timeZone })) as z.output<
        typeof FileTicket
      >;
      save((await download(ticket.url)).blob, ticket.name);
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: t('exportXlsx') },
          { key: 'csv', label: t('exportCsv') },
        ],
        onClick: ({ key }) => void make(key),
      }}
    >
      <Button icon={<DownloadOutlined />} loading={busy}>
        {t('export')}
      </Button>
    </Dropdown>
  );
};
