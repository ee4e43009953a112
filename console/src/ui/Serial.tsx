import { CopyOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCopy } from './useCopy.ts';

/** Digits in groups of four; the gaps are margins, so that a copied number has none. */
export const Serial = ({ value, copy: isCopied = false }: { value: string; copy?: boolean }) => {
  const { t } = useTranslation('ui');
  const copy = useCopy();
  const groups = /^\d{8,}$/.test(value) ? (value.match(/\d{1,4}/g) ?? [value]) : [value];
  return (
    <span className="serial">
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of one number have no other identity than their place
        <span key={at}>{group}</span>
      ))}
      {isCopied && (
        <Tooltip title={t('copy')}>
          <Button
            type="text"
            size="small"
            icon={<CopyOutlined />}
            aria-label={t('copy')}
            onClick={() => copy(value, { shown: value })}
          />
        </Tooltip>
      )}
    </span>
  );
};

/** Words with a number among them, which is read in groups here as everywhere; before another one it is a series, as it stands on a label. */
export const InGroups = ({ text }: { text: string }) =>
  text.split(/(?<!\S)(\d{8,})(?=$|[\s?？])(?!\s\d)/).map((part, at) =>
    // every other part is a number that stands by itself
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity than their place
    at % 2 === 1 ? <Serial key={at} value={part} /> : part,
  );
