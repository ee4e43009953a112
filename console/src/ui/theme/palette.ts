import { mix, readable } from './colour.ts';

export type Mode = 'light' | 'dark';

/** Neutral surfaces, lines and texts. `tokens.css` carries the same values for what is not React; a test holds them together. */
export const neutrals = {
  light: {
    page: '#f3f5f8',
    chrome: '#fbfcfd',
    surface: '#ffffff',
    raised: '#ffffff',
    subtle: '#f6f8fa',
    hover: '#f0f5fa',
    line: '#e4e9ef',
    control: '#cdd5df',
    text: '#16202c',
    text2: '#465364',
    text3: '#5f6c7b',
    disabled: '#9aa5b1',
  },
  dark: {
    page: '#0d131a',
    chrome: '#10171f',
    surface: '#151d27',
    raised: '#1b2530',
    subtle: '#19222d',
    hover: '#1c2733',
    line: '#25303c',
    control: '#3a4856',
    text: '#e4eaf1',
    text2: '#b0bcc9',
    text3: '#8e9cab',
    disabled: '#5f6d7b',
  },
} as const satisfies Record<Mode, Record<string, string>>;

export interface Accents {
  /** rings, bars and edges; 3:1 on the surface */
  accent: string;
  /** filled buttons and marks under a white label; 4.5:1 with white, 3:1 with the surface */
  solid: string;
  /** words: links, selected tabs; 4.5:1 on every surface and on the tint */
  link: string;
  /** background of what is selected */
  tint: string;
  tintLine: string;
}

/** The shades a chosen theme colour may be used in. White on the bare #1890ff is 3.24:1. */
export const accentsOf = (colour: string, mode: Mode): Accents => {
  const { surface, page, raised } = neutrals[mode];
  const tint = mix(surface, colour, mode === 'light' ? 0.1 : 0.16);
  const onSurface = mode === 'light' ? page : raised;
  return {
    accent: readable(colour, surface, mode === 'light' ? 3 : 6),
    solid: readable(readable(colour, '#ffffff', 4.5), surface, 3),
    // a little above 4.5, so that thin small words are not at the very edge
    link: readable(readable(colour, onSurface, mode === 'light' ? 5 : 6), tint, 4.5),
    tint,
    tintLine: mix(surface, colour, mode === 'light' ? 0.32 : 0.4),
  };
};

export const defaultColour = '#1890ff';
