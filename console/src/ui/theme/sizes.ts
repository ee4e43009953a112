export const sizes = {
  default: { control: 40, font: 14, cellBlock: 13, cellInline: 14 },
  medium: { control: 36, font: 14, cellBlock: 10, cellInline: 12 },
  small: { control: 32, font: 13, cellBlock: 7, cellInline: 10 },
  mini: { control: 28, font: 12, cellBlock: 4, cellInline: 8 },
} as const;
/** The specification's four sizes; pixels. antd has three names of its own, so its tokens are moved instead. */
export type Size = keyof typeof sizes;
