/** What parts lines, and other signs for machines. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Signs that show nothing, letters among them, or turn round what stands behind them; they come along with what is copied. */
const unseen = /[\p{DI}\u2800\ufff9-\ufffc]/gu;

/** A line as it is read: two plates that look alike must be alike, and a remark must read as it was written. */
export const seen = (text: string): string => text.normalize('NFC').replace(controls, ' ').replace(unseen, '').trim();

/** Spaces, dots, middle dots and hyphens of every width: how a number or a plate is grouped for the eye. */
const separators = /[\t .\-\u00b7\u2010-\u2015\u2022\u2027\u2212\u22c5\u30fb]/gu;

/**
 * A text as searches compare it: full-width characters folded, in lower case, without what only groups it, so that
 * "沪A·12345", "沪a12345" and "1480 7550 016" find what they name. Empty for a text of separators alone. The database
 * has the same rule as `search_key(text)`; a test holds both together.
 */
export const searchKey = (text: string): string => text.normalize('NFKC').replace(separators, '').toLowerCase();

/**
 * A test for texts that contain the keyword, forgivingly. A keyword of nothing but separators means itself; an empty one
 * passes everything.
 */
export const finds = (keyword: string): ((text: string) => boolean) => {
  const read = seen(keyword);
  const key = searchKey(read);
  if (key !== '') return (text) => searchKey(text).includes(key);
  return (text) => text.includes(read);
};
