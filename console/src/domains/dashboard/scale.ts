/** Lines of a chart's scale, from nought upwards, at steps that people count in, so that the last is at least the most. */
export const scaleTo = (most: number): number[] => {
  const rough = Math.max(1, most) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10) * power);
  const lines = Math.max(1, Math.ceil(Math.max(1, most) / step));
  return Array.from({ length: lines + 1 }, (_, at) => at * step);
};
