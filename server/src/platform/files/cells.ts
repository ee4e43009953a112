/** One column of a file: which field, under which heading, with which words for codes. */
export interface FileColumn {
  field: string;
  title: string;
  words?: Record<string, string> | undefined;
}
export type Row = Record<string, unknown>;
export type Cell = string | number | null;

/** Signs a spreadsheet takes for the beginning of a formula, full-width ones of Chinese input too. */
const formula = /^\s*[=+\-@＝＋－＠\t\r\n]/;
/** The same after a semicolon, which separates cells where the comma is a decimal sign; negative numbers are harmless. */
const afterSemicolon = /;(\s*)(?=[=@＝＠]|[+\-＋－](?!\d[\d .]*(?:;|$)))/g;
/** A signed number or a telephone number begins with such a sign and is none. */
const signed = /^[+-]\d[\d .]*$/;

/** Text that a spreadsheet shows and does not run: `=HYPERLINK(…)` gets a quote, `+8613800000000` and `-12.5` stay. */
export const inert = (text: string): string => {
  const safe = text.replace(afterSemicolon, ";$1'");
  return formula.test(text) && !signed.test(text) ? `'${safe}` : safe;
};

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** How values of a file are written, in one time zone. */
export const cellWriter = (timeZone: string): ((value: unknown, words?: Record<string, string>) => Cell) => {
  // sv-SE is the locale whose dates are 2026-11-21 08:15:00
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (value, words) => {
    if (value === null || value === undefined) return null;
    // own words only: a device may be called `constructor`
    if (words && Object.hasOwn(words, String(value))) return inert(words[String(value)] ?? '');
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return inert(moment.test(value) ? local.format(new Date(value)) : value);
    return inert(JSON.stringify(value));
  };
};
