import type { Lang } from '@plomb/contract/kit/text';

export interface BatteryProps {
  /** 0-100; null = the lock has not said */
  percent: number | null;
  charging?: boolean;
  /** at and below this the figure turns gold; the device type's own limit where it is known */
  low?: number;
  lang: Lang;
}

const words = {
  zh: { battery: '电量', charging: '充电中', unknown: '未知' },
  en: { battery: 'Battery', charging: 'charging', unknown: 'unknown' },
} as const;

/** Level as an icon and a figure. Never green or red: those are states of a lock. */
export const Battery = ({ percent, charging = false, low = 20, lang }: BatteryProps) => {
  const w = words[lang];
  const isLow = percent !== null && percent <= low;
  const figure = percent === null ? '–' : `${Math.round(percent)}%`;
  const told = `${w.battery} ${percent === null ? w.unknown : figure}${charging ? ` ${w.charging}` : ''}`;
  return (
    <span
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 5,
        whiteSpace: 'nowrap',
        color: isLow ? 'var(--ink-open)' : 'var(--text-2)',
      }}
    >
      <svg
        role="img"
        aria-label={told}
        viewBox="0 0 26 14"
        width={20}
        height={11}
        fill="none"
        stroke="currentColor"
        // what is not known shall not look like an empty battery
        opacity={percent === null ? 0.28 : 1}
      >
        <rect x={1} y={1} width={21} height={12} rx={3} strokeWidth={1.6} />
        <path d="M24.2 5v4" strokeWidth={2.2} strokeLinecap="round" />
        {percent !== null && (
          <rect
            x={3.6}
            y={3.6}
            width={Math.max(1.4, (15.8 * Math.min(100, Math.max(0, percent))) / 100)}
            height={6.8}
            rx={1.2}
            fill="currentColor"
            stroke="none"
          />
        )}
        {charging && (
          <path d="M12.6 1.6L8.6 7.6h3l-.8 4.8l4-6h-3z" fill="currentColor" stroke="var(--surface)" strokeWidth={1.2} />
        )}
      </svg>
      <span aria-hidden="true">{figure}</span>
    </span>
  );
};
