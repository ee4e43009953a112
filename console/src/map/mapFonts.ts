/**
 * Without a `glyphs` address MapLibre draws every character itself from the fonts of the system; a stack is a CSS
 * family list, and the weight is read from its first name. Latin fonts first, so that digits stay narrow.
 */
export const regular = [
  'Inter',
  'Segoe UI',
  'Helvetica Neue',
  'Noto Sans',
  'Arial',
  'PingFang SC',
  'Microsoft YaHei',
  'Noto Sans SC',
  'Noto Sans CJK SC',
];
export const semibold = ['Inter SemiBold', ...regular];
