/** A column that a file of what has a position has besides: where that is, in words, in the language of whoever asked for it. */
export const PLACE = 'place';
