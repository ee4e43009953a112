import { createContext } from 'react';

/** Tells the form around a field how many values are still on their way into it: saved now, it would lack them. */
export const PendingContext = createContext<(change: (before: number) => number) => void>(() => {});
