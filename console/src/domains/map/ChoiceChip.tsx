import { CloseOutlined, DownOutlined, SearchOutlined } from '@ant-design/icons';
import { finds } from '@plomb/contract/kit/search';
import { Dropdown, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../ui/list/chip.css';

export interface Choice<Value extends string | number> {
  value: Value;
  label: string;
  /** how far below others it stands */
  depth?: number;
}

/** A choice as long as this has a field to search in, and so many are shown at once. */
const MANY = 8;
const SHOWN = 50;

/** One choice of the filter bar: dashed while unset, tinted with its value and a cross when set. */
export const ChoiceChip = <Value extends string | number>({
  label,
  options,
  value,
  shown,
  choose,
}: {
  label: string;
  options: readonly Choice<Value>[];
  value: Value | null;
  /** what stands on it while a value is chosen */
  shown: string;
  choose: (value: Value | null) => void;
}) => {
  const { t } = useTranslation(['map', 'ui']);
  const [open, setOpen] = useState(false);
  const [sought, seek] = useState('');
  const found = finds(sought);
  const matching = options.filter((o) => found(o.label));
  const turn = (next: boolean): void => {
    setOpen(next);
    if (!next) seek('');
  };
  const pick = (next: Value): void => {
    turn(false);
    choose(next);
  };
  return (
    <span className="chip" data-set={value !== null}>
      <Dropdown
        trigger={['click']}
        open={open}
        onOpenChange={turn}
        menu={{
          className: 'chip-menu',
          selectedKeys: value === null ? [] : [String(value)],
          items: matching.slice(0, SHOWN).map((o) => ({
            key: String(o.value),
            label: <span style={{ paddingInlineStart: (o.depth ?? 0) * 14 }}>{o.label}</span>,
          })),
          onClick: ({ key }) => {
            const option = options.find((o) => String(o.value) === key);
            if (option) pick(option.value);
          },
        }}
        popupRender={(menu) =>
          options.length <= MANY ? (
            menu
          ) : (
            <div className="chip-popup">
              <Input
                autoFocus
                prefix={<SearchOutlined />}
                placeholder={t('ui:search')}
                aria-label={`${label}: ${t('ui:search')}`}
                value={sought}
                onChange={(event) => seek(event.target.value)}
                onPressEnter={() => matching[0] && sought !== '' && pick(matching[0].value)}
              />
              {matching.length === 0 ? <p>{t('ui:emptyFiltered')}</p> : menu}
              {matching.length > SHOWN && <p>{t('filters.more', { count: matching.length - SHOWN })}</p>}
            </div>
          )
        }
      >
        <button type="button">
          {label}
          {value === null ? (
            <DownOutlined />
          ) : (
            <>
              : <b>{shown}</b>
            </>
          )}
        </button>
      </Dropdown>
      {value !== null && (
        <button
          type="button"
          className="chip-clear"
          aria-label={t('ui:clearFilter', { name: label })}
          onClick={() => choose(null)}
        >
          <CloseOutlined />
        </button>
      )}
    </span>
  );
};
