import { useState } from 'react';
import { type Chosen, chosenNow, type Named, without } from '../table/selection.ts';

/** What is chosen of a list, wherever it stands: on this page, on others, outside of the present filter. */
export const useSelection = (page: readonly Named[]) => {
  const [chosen, setChosen] = useState<Chosen>(new Map());
  return {
    chosen,
    ids: [...chosen.keys()],
    select: (ids: readonly number[]) => setChosen((before) => chosenNow(before, ids, page)),
    drop: (ids: readonly number[]) => setChosen((before) => without(before, ids)),
    take: setChosen,
    clear: () => setChosen(new Map()),
  };
};
