import type { ReactNode } from 'react';
import './two.css';

/** Words may be cut: they are told whole when they are pointed at. */
const whole = (of: ReactNode) => (typeof of === 'string' ? of : undefined);

/** What belongs together stands in one column, so that none of a list is out of sight on a usual screen. */
export const Two = ({ upper, lower }: { upper: ReactNode; lower: ReactNode }) => (
  <span className="two">
    <span title={whole(upper)}>{upper}</span>
    {lower && <small title={whole(lower)}>{lower}</small>}
  </span>
);
