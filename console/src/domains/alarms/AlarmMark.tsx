import type { Alarm } from '@plomb/contract/alarms/alarms';

/** How bad an alarm is, by shape first: a filled triangle, an outlined one, a ring. The words stand beside it. */
export const AlarmMark = ({ severity, size = 18 }: { severity: Alarm['severity']; size?: number }) => (
  <svg
    className="alarm-mark"
    data-severity={severity}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    {severity === 'info' ? (
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="2" />
    ) : (
      <path
        d="M12 3.2 22 20.4H2z"
        fill={severity === 'critical' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    )}
    <path
      d="M12 9.6v4.8M12 17.2v.2"
      stroke={severity === 'critical' ? '#fff' : 'currentColor'}
      strokeWidth="2"
      strokeLinecap="round"
    />
  </svg>
);
