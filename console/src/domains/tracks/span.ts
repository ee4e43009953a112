/** `5 min`, `1 min 48 s`, `20 s`: as `t('minutes')` and `t('seconds')` say it. */
export const spanIn = (t: (key: 'minutes' | 'seconds', values: { count: number }) => string, ms: number): string => {
  const seconds = Math.round(ms / 1000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [
    ...(minutes > 0 || rest === 0 ? [t('minutes', { count: minutes })] : []),
    ...(minutes < 5 && rest > 0 ? [t('seconds', { count: rest })] : []),
  ].join(' ');
};
