import type { ReactNode } from 'react';
import './two.css';

/** What belongs together stands in one column, so that none of a list is out of sight on a usual screen. */
export const Two = ({ upper, lower }: { upper: ReactNode; lower: ReactNode }) => (
  <span className="two">
    <span>{upper}</span>
    {lower && <small>{lower}</small>}
  </span>
);
