import { map } from '@plomb/contract/map/map';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { setLang } from '../platform/i18n.ts';
import { changeLook } from '../platform/look.ts';
import { useMay } from '../platform/may.ts';
import { modes, useSettings } from '../platform/settings.ts';
import { tell } from '../platform/windows.ts';
import { wallPath } from './pages.ts';
import { openPanel } from './panel.ts';

/** What can be done from anywhere by its name: language, theme, settings, the keys. */
export const usePaletteActions = () => {
  const { t } = useTranslation('app');
  const { lang, mode } = useSettings();
  const navigate = useNavigate();
  const hasMap = useMay()(map.locks);
  return useMemo(() => {
    const other = lang === 'zh' ? 'en' : 'zh';
    const action = (text: string, act: () => void) => ({ key: text, text, note: '', group: 'actions' as const, act });
    return [
      ...(hasMap ? [action(t('wall'), () => void navigate(wallPath))] : []),
      action(`${t('language')}: ${other === 'zh' ? '中文' : 'English'}`, () => {
        void setLang(other).then((changed) => changed && tell({ kind: 'language', lang: other }));
      }),
      ...modes
        .filter((m) => m !== mode)
        .map((m) => action(`${t('theme.label')}: ${t(`theme.${m}`)}`, () => changeLook({ mode: m }))),
      action(t('settings.title'), () => openPanel('settings')),
      action(t('keys.title'), () => openPanel('keys')),
    ];
  }, [t, lang, mode, hasMap, navigate]);
};
