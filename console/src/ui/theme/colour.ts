type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(hex);
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex);
  const parts = short ? short.slice(1).map((d) => d + d) : long?.slice(1);
  if (!parts) throw new Error(`A colour is written #rgb or #rrggbb, not ${hex}`);
  const [r = 0, g = 0, b = 0] = parts.map((p) => Number.parseInt(p, 16));
  return [r, g, b];
};
const print = (rgb: Rgb): string => `#${rgb.map((n) => Math.round(n).toString(16).padStart(2, '0')).join('')}`;

const linear = (n: number): number => (n <= 10.3 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4);
/** Relative luminance, WCAG 2.2. */
const luminance = (colour: string): number => {
  const [r, g, b] = parse(colour);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
};

/** Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2). */
export const contrast = (a: string, b: string): number => {
  const [la, lb] = [luminance(a), luminance(b)];
  return (Math.max(la, lb) + 0.05) / (Math.min(la, lb) + 0.05);
};

/** `share` (0 to 1) of `other` stirred into `colour`. */
export const mix = (colour: string, other: string, share: number): string => {
  const [a, b] = [parse(colour), parse(other)];
  return print([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]);
};

/** The steps are whole percents, so that the same choice gives the same shade everywhere. */
const towards = (colour: string, end: string, background: string, ratio: number): string | undefined => {
  for (let percent = 0; percent <= 100; percent++) {
    const shade = mix(colour, end, percent / 100);
    if (contrast(shade, background) >= ratio) return shade;
  }
  return undefined;
};

/**
 * The nearest shade of `colour` that reaches `ratio` on `background`: darker on a light background, lighter on a dark
 * one. Where neither black nor white reaches it, the better of the two.
 */
export const readable = (colour: string, background: string, ratio: number): string => {
  const ends = luminance(background) > 0.18 ? ['#000000', '#ffffff'] : ['#ffffff', '#000000'];
  for (const end of ends) {
    const shade = towards(colour, end, background, ratio);
    if (shade) return shade;
  }
  return contrast('#000000', background) > contrast('#ffffff', background) ? '#000000' : '#ffffff';
};
