import { later } from '../later.tsx';

/**
 * A field of a call, in the form of a record. What the contract asks of it, and in which words, is asked here too. No
 * list needs it before the form is opened.
 */
export const Field = later(async () => (await import('./FieldItem.tsx')).FieldItem);
