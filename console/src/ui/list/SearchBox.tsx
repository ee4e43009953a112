import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../keys.ts';
import { useTheList } from './useList.ts';

/** The list's search. `/` goes there from anywhere outside a field; typing asks once it pauses. */
export const SearchBox = ({ placeholder, name = 'keyword' }: { placeholder: string; name?: string }) => {
  const { t } = useTranslation('ui');
  const { query, change } = useTheList();
  const asked = String(query[name] ?? '');
  const [text, setText] = useState(asked);
  const [composing, setComposing] = useState(false);
  const field = useRef<InputRef>(null);
  const followed = useRef(asked);
  // asked for from here, and not yet in the address: it gets there in a transition, while the typing goes on
  const under = useRef<string[]>([]);

  // the address changed by another hand (reset, back): follow it; what comes from here is older than what is typed
  useEffect(() => {
    if (asked === followed.current) return;
    followed.current = asked;
    const at = under.current.indexOf(asked);
    under.current = under.current.slice(at + 1);
    if (at >= 0) return;
    under.current = [];
    setText(asked);
  }, [asked]);

  const ask = (wanted: string): void => {
    if (wanted === (under.current.at(-1) ?? asked)) return;
    under.current.push(wanted);
    change({ [name]: wanted });
  };
  const askSoon = useEffectEvent(ask);
  useEffect(() => {
    // half a word of an input method is not what is sought
    if (composing) return;
    const timer = setTimeout(() => askSoon(text.trim()), 350);
    return () => clearTimeout(timer);
  }, [text, composing]);

  // a page that is being left is not heard: it asks again when it is there again
  useEffect(
    () => () => {
      under.current = [];
    },
    [],
  );

  const main = name === 'keyword';
  useKeys(
    t('keys.list'),
    main ? [{ keys: ['[Shift]+/'], does: t('keys.find'), press: () => field.current?.focus() }] : [],
  );
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
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onPressEnter={(event) => {
        if (!event.nativeEvent.isComposing) ask(text.trim());
      }}
    />
  );
};
