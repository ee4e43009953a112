import { CloseOutlined, DownOutlined, SearchOutlined } from '@ant-design/icons';
import { finds } from '@plomb/contract/kit/search';
import { Checkbox, Dropdown, Input, type MenuProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheList } from './useList.ts';
import './chip.css';

type Value = string | number | boolean;

/** A choice as long as this has a field to search in. */
const manyOptions = 8;

/**
 * One filter of known values: dashed while unset, tinted with its value and a cross when set. With `several` any of the
 * chosen values pass, and the menu stays open while they are chosen.
 */
export const FilterChip = ({
  name,
  label,
  options,
  several = false,
  look,
}: {
  name: string;
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  several?: boolean;
  /** more than can be listed: called with what is sought while it is open, by whoever then brings the options */
  look?: (sought: string | null) => void;
}) => {
  const { t } = useTranslation('ui');
  const { query, change } = useTheList();
  const [open, setOpen] = useState(false);
  const [sought, setSought] = useState('');
  const seek = (text: string): void => {
    setSought(text);
    look?.(text);
  };
  const set = query[name];
  const values: readonly unknown[] = Array.isArray(set) ? set : set === undefined ? [] : [set];
  const chosen = options.filter((o) => values.includes(o.value));
  const found = finds(sought);
  const shown = look ? options : options.filter((o) => typeof o.label !== 'string' || found(o.label));

  const turn = (next: boolean): void => {
    setOpen(next);
    if (!next) setSought('');
    look?.(next ? '' : null);
  };
  const pick = (value: Value): void => {
    const others = chosen.filter((o) => o.value !== value).map((o) => o.value);
    const wanted = others.length === chosen.length ? [...others, value] : others;
    if (!several) turn(false);
    change({ [name]: several ? wanted.join(',') : value });
  };
  const items: MenuProps['items'] = shown.map((o) => ({
    key: String(o.value),
    label: several ? <Checkbox checked={values.includes(o.value)}>{o.label}</Checkbox> : o.label,
  }));
  return (
    <span className="chip" data-set={chosen.length > 0}>
      <Dropdown
        trigger={['click']}
        open={open}
        onOpenChange={(next, { source }) => {
          if (next || source === 'trigger' || !several) turn(next);
        }}
        menu={{
          className: 'chip-menu',
          selectedKeys: several ? [] : chosen.map((o) => String(o.value)),
          items,
          onClick: ({ key }) => {
            const option = options.find((o) => String(o.value) === key);
            if (option) pick(option.value);
          },
        }}
        popupRender={(menu) =>
          options.length <= manyOptions && !look ? (
            menu
          ) : (
            <div className="chip-popup">
              <Input
                autoFocus
                prefix={<SearchOutlined />}
                placeholder={t('search')}
                aria-label={`${label}: ${t('search')}`}
                value={sought}
                onChange={(event) => seek(event.target.value)}
                onPressEnter={() => shown[0] && sought !== '' && pick(shown[0].value)}
              />
              {shown.length === 0 && (!look || sought !== '') ? <p>{t('emptyFiltered')}</p> : menu}
            </div>
          )
        }
      >
        <button type="button">
          {label}
          {chosen.length > 0 ? (
            <>
              :{' '}
              <b>
                {chosen.map((o, at) => (
                  <span key={String(o.value)}>
                    {at > 0 && ', '}
                    {o.label}
                  </span>
                ))}
              </b>
            </>
          ) : (
            <DownOutlined />
          )}
        </button>
      </Dropdown>
      {chosen.length > 0 && (
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
