import dayjs from 'dayjs';
import { useSettings } from '../../../platform/settings.ts';
import { useSecond } from './useSecond.ts';

/** The time on the wall, and whose wall it is. */
export const WallClock = ({ whose }: { whose: string }) => {
  const lang = useSettings((s) => s.lang);
  const now = dayjs(useSecond());
  return (
    <div className="wall-clock">
      <time dateTime={now.toISOString()}>
        {now.format('HH:mm')}
        <small>:{now.format('ss')}</small>
      </time>
      <p>
        {now.format(lang === 'zh' ? 'M 月 D 日 dddd' : 'dddd D MMMM')} · {whose}
      </p>
    </div>
  );
};
