import type { Lang } from '@plomb/contract/kit/text';

/** Bars 0-4 for a CSQ of 0-31; null for what means "unknown" (99 and other values outside the range). */
export const signalBars = (csq: number | null): number | null => {
  if (csq === null || csq < 0 || csq > 31) return null;
  return csq >= 20 ? 4 : csq >= 15 ? 3 : csq >= 10 ? 2 : csq >= 3 ? 1 : 0;
};

/** Received power by 3GPP TS 27.007 +CSQ: 0 is −113 dBm or less, each step 2 dBm. */
export const signalPower = (csq: number): number => -113 + 2 * csq;

/** What a file says of each CSQ: the screen's figure, a number that sorts; 99 is the modem's "unknown". */
export const signalFigures: Readonly<Record<number, string>> = {
  ...Object.fromEntries(Array.from({ length: 32 }, (_, csq) => [csq, String(signalPower(csq))])),
  99: '–',
};

const words = {
  zh: { signal: '信号', unknown: '未知' },
  en: { signal: 'Signal', unknown: 'unknown' },
} as const;

/** Mobile signal as four bars and the power in dBm. */
export const Signal = ({ csq, lang }: { csq: number | null; lang: Lang }) => {
  const bars = signalBars(csq);
  const power = csq === null || bars === null ? null : `${signalPower(csq)} dBm`.replace('-', '−');
  const w = words[lang];
  return (
    <span
      style={{ display: 'inline-flex', alignItems: 'center', gap: 5, whiteSpace: 'nowrap', color: 'var(--text-2)' }}
    >
      <svg
        role="img"
        aria-label={`${w.signal} ${bars === null ? w.unknown : `${bars}/4, ${power}`}`}
        viewBox="0 0 20 16"
        width={16}
        height={13}
        fill="currentColor"
      >
        {[1, 2, 3, 4].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 5 + 0.5}
            y={16 - bar * 3.8}
            width={3.6}
            height={bar * 3.8}
            rx={1}
            opacity={bars !== null && bar <= bars ? 1 : 0.28}
          />
        ))}
      </svg>
      <span aria-hidden="true">{power ?? '–'}</span>
    </span>
  );
};
