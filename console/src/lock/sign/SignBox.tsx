import type { ReactNode } from 'react';

export interface SignBoxProps {
  /** what a screen reader says; null = the word stands beside the sign */
  label: string | null;
  /** pixels */
  size: number;
  colour: string;
  children: ReactNode;
}

/** The 24-box of every sign, aligned with the text it stands in. */
export const SignBox = ({ label, size, colour, children }: SignBoxProps) => {
  const box = {
    viewBox: '0 0 24 24',
    width: size,
    height: size,
    fill: 'none',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    style: { color: colour, flex: 'none', verticalAlign: '-0.22em' },
  } as const;
  return label === null ? (
    <svg aria-hidden="true" {...box}>
      {children}
    </svg>
  ) : (
    <svg role="img" aria-label={label} {...box}>
      {children}
    </svg>
  );
};
