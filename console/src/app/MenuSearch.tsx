import { SearchOutlined } from '@ant-design/icons';
import { AutoComplete, Button, Input, type InputRef } from 'antd';
import Fuse from 'fuse.js';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSettings } from '../platform/settings.ts';
import type { Menu } from './pages.ts';

interface Entry {
  path: string;
  /** titles from the outermost folder down */
  title: string;
  titles: string[];
}

/** Looks through the menu's titles and paths, fuzzily (threshold of the specification: 0.4). Ctrl+K or ⌘K goes there. */
export const MenuSearch = ({ menu, narrow }: { menu: Menu; narrow: boolean }) => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [shown, show] = useState(false);
  const field = useRef<InputRef>(null);

  const entries = useMemo<Entry[]>(
    () =>
      menu.pages
        .filter((p) => !p.hidden)
        .map((p) => {
          const titles = [...p.folders, p.title].map((x) => x[lang]);
          return { path: p.path, title: titles.join(' › '), titles };
        }),
    [menu, lang],
  );
  const fuse = useMemo(
    () =>
      new Fuse(entries, {
        threshold: 0.4,
        keys: [
          { name: 'titles', weight: 0.7 },
          { name: 'path', weight: 0.3 },
        ],
      }),
    [entries],
  );
  const found = text.trim() === '' ? entries : fuse.search(text).map((r) => r.item);

  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      show(true);
      field.current?.focus();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
  useEffect(() => {
    if (shown && narrow) field.current?.focus();
  }, [shown, narrow]);

  if (narrow && !shown)
    return <Button type="text" icon={<SearchOutlined />} aria-label={t('search')} onClick={() => show(true)} />;
  return (
    <AutoComplete
      className={narrow ? 'search search-narrow' : 'search'}
      value={text}
      defaultActiveFirstOption
      options={found.map((e) => ({ value: e.path, label: e.title }))}
      notFoundContent={t('searchEmpty')}
      onChange={setText}
      onBlur={() => {
        setText('');
        show(false);
      }}
      onSelect={(path: string) => {
        setText('');
        field.current?.blur();
        void navigate(path);
      }}
    >
      <Input
        ref={field}
        prefix={<SearchOutlined />}
        suffix={narrow ? null : <kbd>Ctrl K</kbd>}
        placeholder={t('search')}
        aria-label={t('search')}
      />
    </AutoComplete>
  );
};
