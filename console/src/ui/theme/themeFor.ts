import { type ThemeConfig, theme } from 'antd';
import { mix } from './colour.ts';
import { accentsOf, type Mode, neutrals } from './palette.ts';
import { type Size, sizes } from './sizes.ts';

type Algorithm = typeof theme.darkAlgorithm;

/** Good, doubtful and bad news as words: the inks of the state signs, without being state signs. */
const news = {
  light: { success: '#237804', warning: '#8f5600', error: '#c4101e', errorLine: '#e0606a', errorBg: '#fff1f0' },
  dark: { success: '#8ede5c', warning: '#ffcf5c', error: '#ff8a8a', errorLine: '#a04a4e', errorBg: '#2e1a1e' },
} as const;

export const fontFamily =
  'Inter, "Segoe UI", -apple-system, "Helvetica Neue", "Noto Sans", Roboto, Arial, "DejaVu Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif';

/**
 * antd derives its shades from seeds, and its dark algorithm shifts the seed itself. Running after it, this sets the
 * shades that were checked for contrast.
 */
const pinned =
  (colour: string, mode: Mode): Algorithm =>
  (seed, derived) => {
    const map = derived ?? theme.defaultAlgorithm(seed);
    const n = neutrals[mode];
    const a = accentsOf(colour, mode);
    const { success, warning, error, errorLine, errorBg } = news[mode];
    const pressed = (shade: string, share: number): string => mix(shade, '#000000', share);
    return {
      ...map,
      colorPrimary: a.solid,
      colorPrimaryHover: pressed(a.solid, 0.1),
      colorPrimaryActive: pressed(a.solid, 0.2),
      colorPrimaryText: a.link,
      colorPrimaryTextHover: mix(a.link, n.text, 0.25),
      colorPrimaryTextActive: mix(a.link, n.text, 0.4),
      colorPrimaryBg: a.tint,
      colorPrimaryBgHover: mix(a.tint, colour, 0.08),
      colorPrimaryBorder: a.tintLine,
      colorPrimaryBorderHover: a.accent,
      colorLink: a.link,
      colorLinkHover: mix(a.link, n.text, 0.25),
      colorLinkActive: mix(a.link, n.text, 0.4),
      colorInfo: a.link,
      colorInfoText: a.link,
      colorInfoBg: a.tint,
      colorInfoBorder: a.tintLine,
      colorSuccess: success,
      colorSuccessText: success,
      colorWarning: warning,
      colorWarningText: warning,
      colorError: error,
      colorErrorText: error,
      colorErrorHover: mix(error, n.text, 0.2),
      colorErrorActive: mix(error, n.text, 0.35),
      colorErrorBorder: errorLine,
      colorErrorBorderHover: error,
      colorErrorBg: errorBg,
      colorText: n.text,
      colorTextSecondary: n.text2,
      colorTextTertiary: n.text3,
      colorTextQuaternary: n.disabled,
      colorBgLayout: n.page,
      colorBgContainer: n.surface,
      colorBgElevated: n.raised,
      colorBgSpotlight: mode === 'light' ? n.text : '#334150',
      colorBorder: n.control,
      colorBorderSecondary: n.line,
      colorFillQuaternary: n.subtle,
      colorFillTertiary: n.hover,
      colorFillSecondary: mix(n.hover, n.text, 0.05),
      colorFill: mix(n.hover, n.text, 0.1),
    };
  };

export interface Choice {
  /** `#rrggbb`, any: shades that read are derived from it */
  colour: string;
  mode: Mode;
  size: Size;
}

/** antd's theme for a person's choice. `componentSize` stays antd's medium: the four sizes move the tokens under it. */
export const themeFor = ({ colour, mode, size }: Choice): ThemeConfig => {
  const s = sizes[size];
  const n = neutrals[mode];
  const a = accentsOf(colour, mode);
  const words = { itemSelectedColor: a.link, itemHoverColor: a.link, itemActiveColor: a.link };
  const cells = { cellPaddingBlock: s.cellBlock, cellPaddingInline: s.cellInline };
  return {
    // antd writes this key as a class name on its roots: a plain word would collide with ours
    cssVar: { key: 'plomb-antd' },
    hashed: false,
    algorithm: [mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, pinned(colour, mode)],
    token: {
      fontFamily,
      fontSize: s.font,
      controlHeight: s.control,
      borderRadius: 6,
      borderRadiusLG: 8,
      borderRadiusSM: 4,
      colorTextPlaceholder: n.text3,
      colorTextDescription: n.text3,
      colorTextHeading: n.text,
      controlItemBgHover: n.hover,
      controlItemBgActive: a.tint,
      controlItemBgActiveHover: mix(a.tint, colour, 0.08),
      controlOutline: 'transparent',
      motionDurationFast: '0.08s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        defaultHoverColor: a.link,
        defaultActiveColor: a.link,
        // a filled red under white would not read in the dark theme
        dangerColor: mode === 'light' ? '#ffffff' : '#2a0709',
      },
      Table: {
        ...cells,
        cellPaddingBlockMD: s.cellBlock,
        cellPaddingInlineMD: s.cellInline,
        cellPaddingBlockSM: s.cellBlock,
        cellPaddingInlineSM: s.cellInline,
        cellFontSize: Math.min(s.font, 13),
        headerBg: n.subtle,
        headerColor: n.text2,
        headerSplitColor: 'transparent',
        rowHoverBg: n.hover,
        rowSelectedBg: a.tint,
        rowSelectedHoverBg: mix(a.tint, colour, 0.08),
        borderColor: n.line,
      },
      Tabs: { ...words, inkBarColor: a.accent },
      Menu: {
        itemHeight: s.control + 2,
        itemSelectedColor: a.link,
        itemSelectedBg: a.tint,
        itemHoverBg: n.hover,
        subMenuItemSelectedColor: a.link,
        activeBarBorderWidth: 0,
      },
      Pagination: { itemActiveColor: a.link, itemActiveColorHover: a.link },
      Radio: { buttonColor: n.text, colorPrimary: a.link, colorPrimaryHover: a.link, colorPrimaryActive: a.link },
      Segmented: { itemSelectedBg: n.raised, trackBg: n.page },
      Input: { activeBorderColor: a.accent, hoverBorderColor: a.accent, activeShadow: `0 0 0 2px ${a.tintLine}` },
      InputNumber: { activeBorderColor: a.accent, hoverBorderColor: a.accent, activeShadow: `0 0 0 2px ${a.tintLine}` },
      DatePicker: { activeBorderColor: a.accent, hoverBorderColor: a.accent, activeShadow: `0 0 0 2px ${a.tintLine}` },
      Select: { activeBorderColor: a.accent, hoverBorderColor: a.accent, activeOutlineColor: a.tintLine },
      Layout: { headerBg: n.chrome, siderBg: n.chrome, bodyBg: n.page },
      Modal: { borderRadiusLG: 12 },
      Tooltip: { colorTextLightSolid: '#ffffff' },
    },
  };
};
