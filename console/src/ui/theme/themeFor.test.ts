import { theme } from 'antd';
import { describe, expect, test } from 'vitest';
import { contrast } from './colour.ts';
import { defaultColour } from './palette.ts';
import { type Size, sizes } from './sizes.ts';
import { themeFor } from './themeFor.ts';

describe.each(['light', 'dark'] as const)('%s', (mode) => {
  const token = theme.getDesignToken(themeFor({ colour: defaultColour, mode, size: 'medium' }));

  test('the checked shades reach antd past its own algorithm', () => {
    for (const shade of [token.colorPrimary, token.colorPrimaryHover, token.colorPrimaryActive])
      expect(contrast('#ffffff', shade)).toBeGreaterThanOrEqual(4.5);
    for (const ink of [token.colorLink, token.colorError, token.colorWarning, token.colorSuccess, token.colorInfo])
      expect(contrast(ink, token.colorBgElevated)).toBeGreaterThanOrEqual(4.5);
  });

  test('placeholders and descriptions read, too', () => {
    for (const ink of [token.colorTextPlaceholder, token.colorTextDescription, token.colorTextSecondary])
      expect(contrast(ink, token.colorBgContainer)).toBeGreaterThanOrEqual(4.5);
  });
});

test.each(Object.keys(sizes) as Size[])(
  'size %s moves the height of controls and the padding of all three tables',
  (size) => {
    const chosen = themeFor({ colour: defaultColour, mode: 'light', size });
    expect(theme.getDesignToken(chosen).controlHeight).toBe(sizes[size].control);
    const { cellPaddingBlock, cellPaddingBlockMD, cellPaddingBlockSM } = chosen.components?.Table ?? {};
    expect(new Set([cellPaddingBlock, cellPaddingBlockMD, cellPaddingBlockSM])).toEqual(
      new Set([sizes[size].cellBlock]),
    );
  },
);

test('the key of the CSS variables, which becomes a class name, is not a plain word', () => {
  expect(themeFor({ colour: defaultColour, mode: 'light', size: 'mini' }).cssVar).toEqual({ key: 'plomb-antd' });
});
