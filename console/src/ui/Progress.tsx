import { useNumber } from './useNumber.ts';
import './progress.css';

/** How far something is: a bar, and the figures beside it, never a share alone. */
export const Progress = ({ done, total, label }: { done: number; total: number; label: string }) => {
  const number = useNumber();
  return (
    <div className="progress">
      <progress max={Math.max(1, total)} value={done} aria-label={label} />
      <span>
        {number(done)} / {number(total)}
      </span>
    </div>
  );
};
