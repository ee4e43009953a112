import type { Lang } from '@plomb/contract/kit/text';
import type { LockStatus } from '@plomb/contract/lock/codes';
import type { Connection } from '@plomb/contract/lock/connection';
import { connectionSigns, stateSigns } from '@plomb/contract/lock/signs';
import { type StateTrust, shapeOf, told, trustedWord } from '@plomb/contract/lock/trust';
import { useId } from 'react';
import { type Dictionary, useDictionary } from '../../platform/dictionaries.ts';
import { useDeafSince } from '../../platform/network.ts';
import { hatching, OUTLINE, pipDisc, pips, type Stroke, shapes, widened } from '../../ui/shapes.ts';
import { SignBox } from './SignBox.tsx';

const paper = 'var(--sign-paper, var(--surface))';

const lines = (all: Stroke[], colour: string) =>
  all.map(({ d, width }) =>
    width ? (
      <path key={d} d={d} fill="none" stroke={colour} strokeWidth={width} strokeLinecap="round" />
    ) : (
      <path key={d} d={d} fill={colour} />
    ),
  );

export interface StateSignProps {
  status: LockStatus;
  connection?: Connection;
  /** what the status rests on, where it is not the lock's own fresh word */
  trust?: StateTrust;
  lang: Lang;
  /** pixels of the box; 19 in cells, 26 in list rows, 46 in a summary */
  size?: number;
  /** the word stands beside it: say nothing to a screen reader */
  decorative?: boolean;
}

/**
 * The sign of a lock's state: shape, colour and, where the lock is not plainly online, its connection; while nothing is
 * heard nobody knows that.
 */
export const StateSign = ({
  status,
  connection: heard = 'online',
  trust = told,
  lang,
  size = 19,
  decorative = false,
}: StateSignProps) => {
  const clip = useId();
  const connection = useDeafSince() === null ? heard : 'online';
  const sign = stateSigns[status];
  const { pip } = connectionSigns[connection];
  const states = useDictionary('msg_ls', lang);
  const connections = useDictionary('connection', lang);
  const shape = shapes[shapeOf(status, trust)];
  const offline = pip === 'hatch';
  const solid = shape.filled && !offline;
  const label = [
    trustedWord(states.word(status), trust, lang),
    ...(connection === 'online' ? [] : [connections.word(connection)]),
  ].join(lang === 'zh' ? '，' : ', ');
  const inner = offline ? (shape.innerOffline ?? []) : shape.inner;
  return (
    <SignBox label={decorative ? null : label} size={size} colour={`var(--sign-${sign.shape})`}>
      {shape.shackle && lines([shape.shackle], 'currentColor')}
      <path
        d={shape.body}
        fill={solid ? 'currentColor' : paper}
        {...(solid ? {} : { stroke: 'currentColor', strokeWidth: offline ? 1.6 : OUTLINE })}
      />
      {offline && (
        <>
          <clipPath id={clip}>
            <path d={shape.body} />
          </clipPath>
          <g clipPath={`url(#${clip})`} opacity={0.6}>
            {lines([hatching], 'currentColor')}
          </g>
        </>
      )}
      {offline && lines(inner.map(widened), paper)}
      {lines(inner, solid ? paper : 'currentColor')}
      {(pip === 'moon' || pip === 'clock') && (
        <>
          <path d={pipDisc} fill={paper} />
          {lines(pips[pip], 'var(--text-2)')}
        </>
      )}
    </SignBox>
  );
};

/** A state in a word; `short` where room is short. The short one belongs to the product's own word: another stands whole. */
export const stateWord = (states: Dictionary, status: LockStatus, lang: Lang, short: boolean): string => {
  const sign = stateSigns[status];
  const own = states.word(status);
  return short && own === sign.word[lang] ? sign.short[lang] : own;
};

/** The word of a state in the ink that reads; of one that is not the lock's own fresh word, what it rests on. */
export const StateWord = ({
  status,
  trust = told,
  lang,
  short = false,
}: {
  status: LockStatus;
  trust?: StateTrust;
  lang: Lang;
  short?: boolean;
}) => (
  <span style={{ color: trust.stale ? 'var(--text-2)' : `var(--ink-${stateSigns[status].shape})`, fontWeight: 600 }}>
    {trustedWord(stateWord(useDictionary('msg_ls', lang), status, lang, short), trust, lang)}
  </span>
);
