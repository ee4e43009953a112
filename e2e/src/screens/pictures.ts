const langs = ['zh', 'en'] as const;
const looks = ['light', 'dark'] as const;
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** One way to look at a state. */
export interface Picture {
  lang: (typeof langs)[number];
  look: (typeof looks)[number];
  width: number;
  height: number;
  /** end of the name of its file, and what it is called */
  file: string;
}

/** A column of the sheet each. */
export const pictures: readonly Picture[] = langs.flatMap((lang) =>
  looks.flatMap((look) => sizes.map((size) => ({ lang, look, ...size, file: `${lang}.${look}.${size.width}` }))),
);

/** `zh,390`: the pictures that are told by each of these words. */
export const picturesOf = (words: readonly string[]): Picture[] => {
  const known = new Set<string>([...langs, ...looks, ...sizes.map(({ width }) => String(width))]);
  for (const word of words)
    if (!known.has(word)) throw new Error(`no picture is ${word}; there are ${[...known].join(' ')}`);
  return pictures.filter(({ file }) => words.every((word) => file.split('.').includes(word)));
};

/**
 * The pictures in an order that changes as little as can be from one to the next: another width lays everything out
 * anew, another language asks for the lists again, another look only paints.
 */
export const route = (wanted: readonly Picture[], from: Picture): Picture[] => {
  const left = [...wanted];
  const ordered: Picture[] = [];
  for (let at = from; left.length > 0; ) {
    const cost = (to: Picture) =>
      (to.width === at.width ? 0 : 4) + (to.lang === at.lang ? 0 : 2) + (to.look === at.look ? 0 : 1);
    at = left.reduce((best, one) => (cost(one) < cost(best) ? one : best));
    left.splice(left.indexOf(at), 1);
    ordered.push(at);
  }
  return ordered;
};
