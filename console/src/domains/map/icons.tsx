import type { ReactNode } from 'react';

const Drawn = ({ children }: { children: ReactNode }) => (
  <svg
    className="map-icon"
    width="17"
    height="17"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
    {children}
  </svg>
);

export const FenceIcon = () => (
  <Drawn>
    <path d="M10 2.4 16.8 6.2v7.6L10 17.6 3.2 13.8V6.2z" strokeLinejoin="round" />
  </Drawn>
);
export const LayersIcon = () => (
  <Drawn>
    <path d="M10 2.8 17.4 7 10 11.2 2.6 7zM2.6 10.4 10 14.6l7.4-4.2M2.6 13.6 10 17.8l7.4-4.2" strokeLinejoin="round" />
  </Drawn>
);
export const LassoIcon = () => (
  <Drawn>
    <path
      d="M6.4 12.6C3.9 11.8 2.4 10.3 2.4 8.4 2.4 5.4 5.8 3 10 3s7.6 2.4 7.6 5.4-3.4 5.4-7.6 5.4c-.6 0-1.2 0-1.8-.1"
      strokeLinecap="round"
    />
    <circle cx="6.6" cy="14" r="1.8" />
    <path d="M6.4 15.8c0 1-.6 1.6-1.6 1.8" strokeLinecap="round" />
  </Drawn>
);
export const RulerIcon = () => (
  <Drawn>
    <path
      d="M13.2 2.6 17.4 6.8 6.8 17.4 2.6 13.2zM10.6 5.2l1.6 1.6M8 7.8l2.2 2.2M5.4 10.4 7 12"
      strokeLinejoin="round"
    />
  </Drawn>
);
