import type { Lang } from '@plomb/contract/kit/text';
import type { Connection } from '@plomb/contract/lock/connection';
import { connectionSigns } from '@plomb/contract/lock/signs';
import { useId } from 'react';
import { useDictionary } from '../../platform/dictionaries.ts';
import { SignBox } from './SignBox.tsx';

const stroke = { stroke: 'currentColor', strokeWidth: 2 } as const;
const moon = 'M10.2 3.6a8.7 8.7 0 1 0 10.2 11.6a7.8 7.8 0 0 1-10.2-11.6z';

/** Solid dot, moon, clock or hatched ring: the connection alone, for chips, legends and "as of" lines. */
export const ConnectionSign = ({
  connection,
  lang,
  size = 14,
  decorative = false,
}: {
  connection: Connection;
  lang: Lang;
  size?: number;
  decorative?: boolean;
}) => {
  const clip = useId();
  const { pip } = connectionSigns[connection];
  const connections = useDictionary('connection', lang);
  return (
    <SignBox label={decorative ? null : connections.word(connection)} size={size} colour="var(--text-2)">
      {pip === 'none' && <circle cx={12} cy={12} r={9} fill="currentColor" />}
      {pip === 'moon' && <path d={moon} fill="currentColor" />}
      {pip === 'clock' && (
        <>
          <circle cx={12} cy={12} r={9.5} {...stroke} />
          <path d="M12 6.5V12l3.6 2.4" {...stroke} />
        </>
      )}
      {pip === 'hatch' && (
        <>
          <clipPath id={clip}>
            <circle cx={12} cy={12} r={9.5} />
          </clipPath>
          <path clipPath={`url(#${clip})`} d="M12 -2L-2 12M18 0L0 18M24 2L2 24M26 10L10 26" {...stroke} />
          <circle cx={12} cy={12} r={9.5} {...stroke} />
        </>
      )}
    </SignBox>
  );
};
