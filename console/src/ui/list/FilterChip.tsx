import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheList } from './useList.ts';

/** One filter of a few known values: dashed while unset, tinted with its value and a cross when set. */
export const FilterChip = ({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  options: readonly { value: string | number | boolean; label: ReactNode }[];
}) => {
  const { t } = useTranslation('ui');
  const { query, change } = useTheList();
  const chosen = options.find((o) => o.value === query[name]);
  return (
    <span className="chip" data-set={chosen !== undefined}>
      <Dropdown
        trigger={['click']}
        menu={{
          className: 'chip-menu',
          selectedKeys: chosen ? [String(chosen.value)] : [],
          items: options.map((o) => ({ key: String(o.value), label: o.label })),
          onClick: ({ key }) => change({ [name]: key }),
        }}
      >
        <button type="button">
          {label}
          {chosen ? (
            <>
              : <b>{chosen.label}</b>
            </>
          ) : (
            <DownOutlined />
          )}
        </button>
      </Dropdown>
      {chosen && (
        <button
          type="button"
          className="chip-clear"
          aria-label={t('clearFilter', { name: label })}
          onClick={() => change({ [name]: undefined })}
        >
          <CloseOutlined />
        </button>
      )}
    </span>
  );
};
