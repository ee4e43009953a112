import type { Text } from './text.ts';

/** How long something holds, in hours and minutes as people say it: `8 h`, `1 h 30 min`, `15 min`. */
export const lasting = (minutes: number): Text => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = (hour: string, minute: string): string =>
    [hours > 0 ? `${hours} ${hour}` : '', rest > 0 || hours === 0 ? `${rest} ${minute}` : ''].filter(Boolean).join(' ');
  return { zh: parts('小时', '分钟'), en: parts('h', 'min') };
};
