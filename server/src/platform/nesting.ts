const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const opens = new Set([0x5b, 0x7b]);
const closes = new Set([0x5d, 0x7d]);

/**
 * Whether lists and objects of a JSON text stand deeper in each other than `most`. Asked before the text is parsed: of a
 * text that is nothing but brackets a parser makes a million lists, which costs seconds, and this ends at the first that
 * is too deep. What is no JSON is told by whoever parses it.
 */
export const isDeeperThan = (most: number, text: string): boolean => {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      // to the end of the string; none: there is nothing left to stand deeper
      for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1)
        if (text.charCodeAt(at) === BACKSLASH) at += 1;
    } else if (opens.has(sign)) {
      depth += 1;
      if (depth > most) return true;
    } else if (closes.has(sign)) depth -= 1;
  }
  return false;
};
