import { Link } from 'react-router';
import { useNumber } from '../../ui/useNumber.ts';

/** Figures side by side, each with its bar; a line opens the list that its figure is the length of. */
export const Bars = ({ lines }: { lines: readonly { key: string; to: string; name: string; count: number }[] }) => {
  const number = useNumber();
  const most = Math.max(1, ...lines.map(({ count }) => count));
  return (
    <ul className="lines-of-bars">
      {lines.map(({ key, to, name, count }) => (
        <li key={key}>
          <Link className="line-of-bar" to={to} data-none={count === 0}>
            <span>{name}</span>
            <span className="line-bar" aria-hidden="true">
              <span style={{ inlineSize: `${(100 * count) / most}%` }} />
            </span>
            <b>{number(count)}</b>
          </Link>
        </li>
      ))}
    </ul>
  );
};
