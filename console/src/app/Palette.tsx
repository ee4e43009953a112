import { FileOutlined, LockOutlined, SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef, Modal } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSettings } from '../platform/settings.ts';
import { entriesOf, menuIndex } from './menuIndex.ts';
import type { Page } from './pages.ts';
import { beside, useTabs } from './tabs.ts';
import './palette.css';
import { useDeviceHits } from './useDeviceHits.ts';
import { usePinyin } from './usePinyin.ts';

interface Hit {
  to: string;
  text: string;
  /** where it stands, or whose it is */
  note: string;
  group: 'pages' | 'devices';
}

/** Goes anywhere without the mouse: pages by title, in Chinese by pinyin too, and devices by serial number or name. */
export const Palette = ({ pages, close }: { pages: readonly Page[]; close: () => void }) => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosen, choose] = useState(0);
  const field = useRef<InputRef>(null);
  const list = useRef<HTMLDivElement>(null);
  const spell = usePinyin();

  const find = useMemo(() => menuIndex(entriesOf(pages, lang), spell), [pages, lang, spell]);
  const { devices, busy } = useDeviceHits(text);
  const hits = useMemo<Hit[]>(
    () => [
      ...find(text).map(({ path, titles }) => ({
        to: path,
        text: titles.at(-1) ?? path,
        note: titles.slice(0, -1).join(' › '),
        group: 'pages' as const,
      })),
      ...devices.map((d) => ({
        to: `/device?id=${d.id}`,
        text: `${d.sn} ${d.device_name}`,
        note: d.org_name,
        group: 'devices' as const,
      })),
    ],
    [find, text, devices],
  );
  const at = Math.min(chosen, hits.length - 1);

  useEffect(() => {
    list.current?.querySelector(`#palette-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const go = (hit: Hit | undefined): void => {
    if (!hit) return;
    close();
    void navigate(beside(hit.to, useTabs.getState().tabs));
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return; // Enter ends the word in an input method
    const last = hits.length - 1;
    if (event.key === 'ArrowDown') choose(at >= last ? 0 : at + 1);
    else if (event.key === 'ArrowUp') choose(at <= 0 ? last : at - 1);
    else if (event.key === 'Enter') go(hits[at]);
    else return;
    event.preventDefault();
  };

  return (
    <Modal
      open
      onCancel={close}
      afterOpenChange={(open) => open && field.current?.focus()}
      footer={null}
      closable={false}
      width={600}
      className="palette"
      title={<span className="unseen">{t('search')}</span>}
    >
      <Input
        ref={field}
        variant="borderless"
        size="large"
        prefix={<SearchOutlined />}
        placeholder={t('search')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          choose(0);
        }}
        onKeyDown={pressed}
        role="combobox"
        aria-label={t('search')}
        aria-expanded
        aria-controls="palette-hits"
        aria-autocomplete="list"
        aria-activedescendant={hits.length > 0 ? `palette-${at}` : undefined}
      />
      <div className="palette-hits" id="palette-hits" role="listbox" aria-label={t('search')} ref={list}>
        {(['pages', 'devices'] as const).map((group) => {
          const those = hits.map((hit, i) => ({ hit, i })).filter(({ hit }) => hit.group === group);
          if (those.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: groups of options have no element outside of a select
            <div key={group} role="group" aria-label={t(`searchGroup.${group}`)}>
              <p aria-hidden="true">{t(`searchGroup.${group}`)}</p>
              {those.map(({ hit, i }) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field and moves the choice from there
                // biome-ignore lint/a11y/useFocusableInteractive: an option is pointed at by aria-activedescendant
                <div
                  key={hit.to}
                  id={`palette-${i}`}
                  role="option"
                  aria-selected={i === at}
                  onClick={() => go(hit)}
                  onMouseMove={() => i !== at && choose(i)}
                >
                  {group === 'pages' ? <FileOutlined /> : <LockOutlined />}
                  <span>{hit.text}</span>
                  <small>{hit.note}</small>
                </div>
              ))}
            </div>
          );
        })}
      </div>
      <p className="palette-foot" role="status">
        {hits.length > 0 ? t('searchKeys') : busy ? t('searching') : t('searchEmpty', { text: text.trim() })}
      </p>
    </Modal>
  );
};
