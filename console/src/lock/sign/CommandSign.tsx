import type { Lang } from '@plomb/contract/kit/text';
import { type CommandStage, commandSigns, type CommandSign as Sign } from '@plomb/contract/lock/signs';
import { SignBox } from './SignBox.tsx';
import { useStageWord } from './useStageWord.ts';

const glyphs: Record<Sign['glyph'], string> = {
  hourglass: 'M8.5 7h7M8.5 17h7M9.5 7c0 3 5 3.5 5 5s-5 2-5 5M14.5 7c0 3-5 3.5-5 5s5 2 5 5',
  arrow: 'M7 12h10M13 8l4 4l-4 4',
  tick: 'M7.5 12.3l3.1 3.1l6-6.4',
  tickFilled: 'M7.5 12.3l3.1 3.1l6-6.4',
  question: 'M9.2 9.4a2.8 2.8 0 1 1 4.2 2.5q-1.4.8-1.4 2M12 17v.1',
  cross: 'M8.5 8.5l7 7M15.5 8.5l-7 7',
  clock: 'M12 7v5l3 2',
  slash: 'M7 17L17 7',
  waves: 'M7 10.5q2.5-3 5 0t5 0M7 15.2q2.5-3 5 0t5 0',
  shield: 'M12 6.4l4.6 1.6v4c0 2.7-1.8 4.6-4.6 5.6c-2.8-1-4.6-2.9-4.6-5.6V8z',
};
const colours: Record<Sign['tone'], string> = {
  progress: 'var(--link)',
  proved: 'var(--link)',
  doubt: 'var(--ink-open)',
  failed: 'var(--ink-abnormal)',
  ended: 'var(--text-3)',
};

/** How far a command came. Only `proved` is filled: everything before it is not yet known to have moved the lock. */
export const CommandSign = ({
  stage,
  lang,
  size = 20,
  decorative = false,
}: {
  stage: CommandStage;
  lang: Lang;
  size?: number;
  decorative?: boolean;
}) => {
  const { glyph, tone } = commandSigns[stage];
  const word = useStageWord(lang);
  const filled = glyph === 'tickFilled';
  return (
    <SignBox label={decorative ? null : word(stage)} size={size} colour={colours[tone]}>
      <circle
        cx={12}
        cy={12}
        r={10.8}
        stroke="currentColor"
        strokeWidth={1.5}
        fill={filled ? 'currentColor' : 'none'}
      />
      <path
        d={glyphs[glyph]}
        stroke={filled ? 'var(--sign-paper, var(--surface))' : 'currentColor'}
        strokeWidth={1.7}
      />
    </SignBox>
  );
};
