import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  EditOutlined,
  LockOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { systemCalls } from '@plomb/contract/system/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Skeleton, Tooltip } from 'antd';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { refreshWords } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { said } from '../../../platform/notices.ts';
import { useSettings } from '../../../platform/settings.ts';
import { WordTag } from '../../../ui/DictTag.tsx';
import type { Dictionary, Item } from './dictionary.ts';
import { ItemForm } from './ItemForm.tsx';

const { list, add, update, delete: remove, order } = systemCalls.dictionaryItems;

/** The ids with one of them a place up or down. */
export const moved = (ids: readonly number[], id: number, by: 1 | -1): number[] => {
  const at = ids.indexOf(id);
  const other = ids[at + by];
  if (at < 0 || other === undefined) return [...ids];
  return ids.map((i) => (i === id ? other : i === other ? id : i));
};

/** A long code goes on in the next line between its words, not within one. */
const BrokenAtJoints = ({ code }: { code: string }) =>
  [...code.matchAll(/[^_]+_*|_+/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** The items of one dictionary: their order, words and colours. */
export const DictionaryItems = ({ dictionary, changeable }: { dictionary: Dictionary; changeable: boolean }) => {
  const { t } = useTranslation('system/dictionaries');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { modal } = App.useApp();
  const may = useMay();
  const queries = useQueryClient();
  const [editing, edit] = useState<Item | 'new' | null>(null);
  const key = [list.path, dictionary.id];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => send(list, { dictionary_id: dictionary.id }, { quiet: true }),
  });
  if (!data) return error ? <p role="alert">{failureWords(error, lang)}</p> : <Skeleton active />;

  const ids = data.rows.map((item) => item.id);
  const fetchAnew = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: key }),
      queries.invalidateQueries({ queryKey: [systemCalls.dictionaries.list.path] }),
      refreshWords(), // whoever has no live stream sees its own change at once too
    ]);
  const changed = async (words: string): Promise<void> => {
    edit(null);
    said(words);
    await fetchAnew();
  };
  const move = async (item: Item, by: 1 | -1): Promise<void> => {
    try {
      await send(order, { dictionary_id: dictionary.id, ids: moved(ids, item.id, by) });
    } catch {
      // said by the client; the list below shows what is true
      await fetchAnew();
      return;
    }
    await changed(ui('modified'));
  };
  const askDelete = (item: Item): void => {
    modal.confirm({
      title: t('deleteTitle', { code: item.item_code }),
      content: t('deleteText', { word: item.item_text[lang] }),
      okText: ui('delete'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(remove, { ids: [item.id] });
        await changed(ui('deleted'));
      },
    });
  };
  const other = lang === 'zh' ? 'en' : 'zh';
  return (
    <>
      {data.rows.length === 0 && <p className="dict-none">{t('noItems')}</p>}
      <ol className="dict-items">
        {data.rows.map((item, at) => (
          <li key={item.id}>
            <code>
              <BrokenAtJoints code={item.item_code} />
              {item.fixed && (
                <Tooltip title={t('fixed')}>
                  <LockOutlined className="dict-lock" aria-label={t('fixed')} />
                </Tooltip>
              )}
            </code>
            <span className="dict-words">
              <WordTag colour={item.colour}>{item.item_text[lang]}</WordTag>
              <small lang={other === 'zh' ? 'zh-CN' : 'en'}>{item.item_text[other]}</small>
              {!item.enabled && <small className="dict-disabled">{t('disabled')}</small>}
            </span>
            {changeable && may(update) && (
              <span className="dict-actions">
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  disabled={at === 0}
                  aria-label={t('up', { code: item.item_code })}
                  onClick={() => void move(item, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  disabled={at === ids.length - 1}
                  aria-label={t('down', { code: item.item_code })}
                  onClick={() => void move(item, 1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<EditOutlined />}
                  aria-label={t('editOf', { code: item.item_code })}
                  onClick={() => edit(item)}
                />
                {!item.fixed && may(remove) && (
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined />}
                    aria-label={t('deleteOf', { code: item.item_code })}
                    onClick={() => askDelete(item)}
                  />
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
      {changeable && dictionary.origin !== 'protocol' && may(add) && (
        <Button icon={<PlusOutlined />} onClick={() => edit('new')}>
          {t('addItem')}
        </Button>
      )}
      {editing && (
        <ItemForm
          item={editing}
          close={() => edit(null)}
          save={async (values) => {
            if (editing === 'new') await send(add, { ...values, dictionary_id: dictionary.id });
            else await send(update, { ...values, dictionary_id: dictionary.id, id: editing.id });
            await changed(ui(editing === 'new' ? 'added' : 'modified'));
          }}
        />
      )}
    </>
  );
};
