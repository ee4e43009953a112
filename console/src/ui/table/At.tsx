import { clockTime } from '../../platform/time.ts';
import './two.css';

/** A moment, in a column its day over its hour. */
export const At = ({ of }: { of: string | null }) => <span className="two-lines">{clockTime(of)}</span>;
