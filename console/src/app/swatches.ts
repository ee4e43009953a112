/**
 * Theme colours at hand. No red, no gold: those mean alarm and caution on every screen. Each is only a seed, the shades
 * in use are made readable (ui/theme/palette.ts).
 */
export const swatches = [
  { name: 'blue', colour: '#1890ff' },
  { name: 'sky', colour: '#409eff' },
  { name: 'slate', colour: '#304156' },
  { name: 'ink', colour: '#212121' },
  { name: 'green', colour: '#11a983' },
  { name: 'cyan', colour: '#13c2c2' },
  { name: 'violet', colour: '#6959cd' },
  { name: 'plum', colour: '#9c3587' },
] as const;
