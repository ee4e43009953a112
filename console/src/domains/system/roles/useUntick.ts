import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import type { EditorParts } from './editorParts.ts';
import { changeOf, untick } from './grants.ts';

/** Unticks a menu; when buttons go with it, their number is told first. */
export const useUntick = ({ tree, draft, edit }: EditorParts): ((id: number | null) => void) => {
  const { t } = useTranslation('system/roles');
  const { modal } = App.useApp();
  const lang = useSettings((s) => s.lang);
  return (id) => {
    const next = untick(tree, draft, id);
    const count = changeOf(draft, next).removed.buttons.length;
    if (count === 0) return edit(next);
    modal.confirm({
      title: t('untick.title', {
        name: id === null ? t('untick.everything') : (tree.byId.get(id)?.menu_name[lang] ?? ''),
      }),
      content: t('untick.text', { count }),
      okText: t('untick.ok'),
      onOk: () => edit(next),
    });
  };
};
