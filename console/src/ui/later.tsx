import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { whileRunning } from '../platform/progress.ts';

const all: (() => Promise<unknown>)[] = [];

/**
 * A component that is fetched when it is first drawn, or ahead; `meanwhile` stands in its place. Once it is here it is
 * drawn at once, as if it had always been. A failure breaks the page (app/Crash.tsx), which tries again.
 */
export const later = <Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  meanwhile: ReactNode = null,
) => {
  let here: ComponentType<Props> | undefined;
  const fetch = async () => {
    here ??= await load();
    return here;
  };
  const waiting = () => lazy(async () => ({ default: await whileRunning(fetch()) })) as unknown as ComponentType<Props>;
  all.push(fetch);
  const Later = (props: Props) => {
    // one for as long as it stands: with another one it would be built anew
    const [part] = useState(() => here ?? waiting());
    return <Suspense fallback={meanwhile}>{createElement(part, props)}</Suspense>;
  };
  return Object.assign(Later, { fetch });
};

/** Fetches what the pages that are here may need. */
export const fetchAhead = (): void => {
  for (const fetch of all) fetch().catch(() => {}); // it is fetched again when it is needed, and said then
};
