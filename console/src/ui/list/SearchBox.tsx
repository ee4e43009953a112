import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTheList } from './useList.ts';

/** The list's search. `/` goes there from anywhere outside a field; typing asks once it pauses. */
export const SearchBox = ({ placeholder, name = 'keyword' }: { placeholder: string; name?: string }) => {
  const { query, change } = useTheList();
  const asked = String(query[name] ?? '');
  const [text, setText] = useState(asked);
  const [last, setLast] = useState(asked);
  const field = useRef<InputRef>(null);
  // the address changed by another hand (reset, back): follow it
  if (asked !== last) {
    setLast(asked);
    if (asked !== text.trim()) setText(asked);
  }

  useEffect(() => {
    if (text.trim() === asked) return;
    const timer = setTimeout(() => change({ [name]: text.trim() }), 350);
    return () => clearTimeout(timer);
  }, [text, asked, name, change]);
  const main = name === 'keyword';
  useEffect(() => {
    if (!main) return;
    const pressed = (event: KeyboardEvent): void => {
      const inField =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || inField || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [main]);
  return (
    <Input
      ref={field}
      className="search-box"
      type="search"
      allowClear
      maxLength={100}
      prefix={<SearchOutlined />}
      suffix={main && text === '' ? <kbd>/</kbd> : null}
      placeholder={placeholder}
      aria-label={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={() => change({ [name]: text.trim() })}
    />
  );
};
