import {
  type ComponentType,
  createElement,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { useDeafSince } from '../platform/network.ts';
import { whileRunning } from '../platform/progress.ts';
import { whenServed } from '../platform/release.ts';

const all: (() => Promise<unknown>)[] = [];

interface Missing {
  /** it did not come; it is tried again by itself when the server is heard again, and when it is shown anew */
  missing?: (error: unknown) => void;
}
interface Options {
  /** stands in its place until it is here */
  meanwhile?: ReactNode;
  /** fetched by `fetchAhead` too */
  ahead?: boolean;
}

/**
 * A component that is fetched when it is first drawn, or ahead. Once it is here it is drawn at once, as if it had always
 * been. One that does not come tells `missing`, and nothing around it breaks; without `missing` it breaks the page
 * (app/Crash.tsx), which tries again. React's own `lazy` keeps a failure for good, and hands it on whoever can do without.
 */
export const later = <Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  { meanwhile = null, ahead = true }: Options = {},
) => {
  let here: ComponentType<Props> | undefined;
  const fetch = async () => {
    here ??= await whenServed(load);
    return here;
  };
  if (ahead) all.push(fetch);
  const Later = ({ missing, ...props }: Props & Missing) => {
    // one for as long as it stands: with another one it would be built anew
    const [part, show] = useState(() => here);
    const [failure, fail] = useState<{ error: unknown } | null>(null);
    const heard = useDeafSince() === null;
    const tell = useEffectEvent((error: unknown) => (missing ? missing(error) : fail({ error })));
    // biome-ignore lint/correctness/useExhaustiveDependencies: what did not come is fetched again when the server is heard
    useEffect(() => {
      if (part) return;
      let wanted = true;
      whileRunning(fetch()).then(
        (found) => {
          if (wanted) show(() => found);
        },
        (error: unknown) => {
          if (wanted) tell(error);
        },
      );
      return () => {
        wanted = false;
      };
    }, [part, heard]);
    if (failure) throw failure.error;
    // its words may still be on their way
    return part ? <Suspense fallback={meanwhile}>{createElement(part, props as Props)}</Suspense> : meanwhile;
  };
  return Object.assign(Later, { fetch });
};

/** Fetches what the pages that are here may need. */
export const fetchAhead = (): void => {
  for (const fetch of all) fetch().catch(() => {}); // it is fetched again when it is needed, and said then
};
