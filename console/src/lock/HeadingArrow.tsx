/** Points where the lock is going, degrees clockwise from north. */
export const HeadingArrow = ({ degrees, size = 11 }: { degrees: number; size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true" style={{ flex: 'none' }}>
    <path d="M6 .8 10.6 11 6 8.6 1.4 11z" fill="currentColor" transform={`rotate(${degrees} 6 6)`} />
  </svg>
);
