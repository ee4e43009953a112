import type { ReactNode } from 'react';
import './blank.css';

/** An outline of a list with a sign on its corner: nothing here yet, nothing found, or it did not load. */
const Drawing = ({ kind }: { kind: 'empty' | 'filtered' | 'failed' }) => (
  <svg width="164" height="108" viewBox="0 0 164 108" fill="none" aria-hidden="true">
    <rect x="1" y="1" width="156" height="101" rx="8" fill="var(--surface)" stroke="var(--control)" strokeWidth="1.5" />
    <path d="M1 27h156" stroke="var(--line)" strokeWidth="1.5" />
    <rect x="15" y="10" width="40" height="8" rx="4" fill="var(--control)" />
    {[44, 64, 84].map((y, i) => (
      <g key={y} opacity={1 - i * 0.25}>
        <circle
          cx="20"
          cy={y}
          r="5.5"
          stroke="var(--control)"
          strokeWidth="1.5"
          strokeDasharray={kind === 'failed' ? '2 2' : ''}
        />
        <rect x="33" y={y - 4} width="45" height="8" rx="4" fill="var(--line)" />
        <rect x="87" y={y - 4} width="28" height="8" rx="4" fill="var(--line)" />
      </g>
    ))}
    <circle
      cx="138"
      cy="80"
      r="23"
      fill={kind === 'failed' ? 'var(--tint-open)' : 'var(--tint)'}
      stroke={kind === 'failed' ? 'var(--sign-open)' : 'var(--tint-line)'}
    />
    {kind === 'empty' && <path d="M138 70v20M128 80h20" stroke="var(--link)" strokeWidth="2.5" strokeLinecap="round" />}
    {kind === 'filtered' && (
      <g stroke="var(--link)" strokeWidth="2.5" strokeLinecap="round">
        <circle cx="136" cy="78" r="7" />
        <path d="m141.5 83.5 5 5" />
      </g>
    )}
    {kind === 'failed' && (
      <path
        d="M128 80h6l3-8 4 16 3-8h5"
        stroke="var(--ink-open)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    )}
  </svg>
);

/** `alone`: it is the whole page, so its words are the page's heading. */
export const Blank = ({
  kind,
  alone = false,
  title,
  text,
  steps = [],
  children,
}: {
  kind: 'empty' | 'filtered' | 'failed';
  alone?: boolean;
  title: string;
  text: string;
  /** what to do, one after the other */
  steps?: readonly string[];
  children?: ReactNode;
}) => (
  <div className="blank" role={kind === 'failed' ? 'alert' : 'status'}>
    <Drawing kind={kind} />
    {alone ? <h1>{title}</h1> : <h2>{title}</h2>}
    <p>{text}</p>
    {steps.length > 0 && (
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    )}
    <div className="blank-actions">{children}</div>
  </div>
);
