import { DownloadOutlined } from '@ant-design/icons';
import type { Call } from '@plomb/contract/kit/call';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { ownTimeZone, saveFile } from '../saveFile.ts';
import { sizeOf } from '../sizeOf.ts';
import type { Column } from '../table/column.ts';
import { exportRequest, type FileWords } from '../table/exportRequest.ts';
import { useTheList } from './useList.ts';

const formats = ['xlsx', 'csv'] as const;
const formatWords = { xlsx: 'exportXlsx', csv: 'exportCsv' } as const;

/** The list as a file: its filter, its order, its columns and their headings. Hidden from who may not. */
export const ExportButton = <Row,>(props: {
  of: Call;
  columns: readonly Column<Row>[];
  words?: FileWords | undefined;
  /** how many match, where it is known */
  total?: number | undefined;
  /** the selected rows, as a second choice */
  ids?: readonly number[];
}) => {
  const { ids = [], total } = props;
  const { t } = useTranslation('ui');
  const may = useMay();
  const { query } = useTheList();
  const [received, setReceived] = useState<number | null>(null);
  if (!may(props.of)) return null;

  const make = async (format: (typeof formats)[number], of: readonly number[] | undefined): Promise<void> => {
    setReceived(0);
    try {
      const asked = exportRequest({
        query,
        columns: props.columns,
        words: props.words ?? {},
        ids: of,
        format,
        timeZone: ownTimeZone(),
      });
      said(t('exported', { name: await saveFile(props.of, asked, setReceived) }));
    } catch {
      // said by the client
    } finally {
      setReceived(null);
    }
  };
  const choices = (key: string) =>
    formats.map((format) => ({ key: `${key} ${format}`, label: t(formatWords[format]) }));
  const all = total === undefined ? t('exportAll') : t('exportMatching', { count: total });
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items:
          ids.length === 0
            ? choices('all')
            : [
                { type: 'group', label: t('exportSelected', { count: ids.length }), children: choices('ids') },
                { type: 'group', label: all, children: choices('all') },
              ],
        onClick: ({ key }) => {
          const [which, asked] = key.split(' ');
          const format = formats.find((f) => f === asked);
          if (format) void make(format, which === 'ids' ? ids : undefined);
        },
      }}
    >
      <Button icon={<DownloadOutlined />} loading={received !== null} aria-live="polite">
        {received === null || received === 0 ? t('export') : t('exporting', { size: sizeOf(received) })}
      </Button>
    </Dropdown>
  );
};
