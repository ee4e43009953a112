import { BulbOutlined, DesktopOutlined, FontSizeOutlined, MoonOutlined, TranslationOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { setLang } from '../platform/i18n.ts';
import { changeLook } from '../platform/look.ts';
import { said } from '../platform/notices.ts';
import { modes, setSize, uiSizes, useSettings } from '../platform/settings.ts';
import { tell } from '../platform/windows.ts';

type Items = NonNullable<MenuProps['items']>;

/** The three choices a person makes about the screen, as menu items: in the bar when it is wide, else in the avatar menu. */
export const useChoices = (): Record<'language' | 'size' | 'theme', { items: Items; selected: string }> => {
  const { t } = useTranslation('app');
  const { lang, size, mode } = useSettings();
  const queries = useQueryClient();
  return {
    language: {
      selected: lang,
      items: (['zh', 'en'] as const).map((l) => ({
        key: l,
        label: l === 'zh' ? '中文' : 'English',
        disabled: l === lang,
        // the server's own words (menus, dictionary texts, refusals) follow the language: ask again
        onClick: () =>
          void setLang(l).then((changed) => {
            if (!changed) return;
            tell({ kind: 'language', lang: l });
            said(l === 'zh' ? '切换语言成功' : 'Switch language success');
            return queries.invalidateQueries();
          }),
      })),
    },
    size: {
      selected: size,
      items: uiSizes.map((s) => ({
        key: s,
        label: t(`size.${s}`),
        disabled: s === size,
        onClick: () => {
          setSize(s);
          tell({ kind: 'size', size: s });
          said(t('size.done'));
        },
      })),
    },
    theme: {
      selected: mode,
      items: modes.map((m) => ({
        key: m,
        label: t(`theme.${m}`),
        disabled: m === mode,
        onClick: () => changeLook({ mode: m }),
      })),
    },
  };
};

const Choice = ({
  label,
  icon,
  text,
  of,
}: {
  label: string;
  icon: ReactNode;
  text?: string;
  of: 'language' | 'size' | 'theme';
}) => {
  const { items, selected } = useChoices()[of];
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: [selected] }}>
      <Button type="text" className="topbar-choice" icon={icon} aria-label={text ? `${label}: ${text}` : label}>
        {text}
      </Button>
    </Dropdown>
  );
};

export const LanguageChoice = () => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  return (
    <Choice of="language" label={t('language')} icon={<TranslationOutlined />} text={lang === 'zh' ? '中文' : 'EN'} />
  );
};
export const SizeChoice = () => {
  const { t } = useTranslation('app');
  const size = useSettings((s) => s.size);
  return <Choice of="size" label={t('size.label')} icon={<FontSizeOutlined />} text={t(`size.${size}`)} />;
};
const modeIcons = { light: <BulbOutlined />, dark: <MoonOutlined />, system: <DesktopOutlined /> };
export const ThemeChoice = () => {
  const { t } = useTranslation('app');
  const mode = useSettings((s) => s.mode);
  return <Choice of="theme" label={`${t('theme.label')}: ${t(`theme.${mode}`)}`} icon={modeIcons[mode]} />;
};
