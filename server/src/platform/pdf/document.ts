/** A document as plain data, in words already: what lays it out knows nothing of what it says. */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

export interface Cell {
  text: string;
  tone?: Tone | undefined;
  bold?: boolean;
}

/** Points of a map: longitude, latitude. */
export type Point = readonly [number, number];

export type Block =
  | { kind: 'heading'; text: string; note?: string }
  | { kind: 'text'; text: string; tone?: Tone }
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  | {
      kind: 'verdict';
      tone: Tone;
      label: string;
      word: string;
      text: string;
      scale: readonly { word: string; on: boolean }[];
      note: string;
    }
  | {
      kind: 'table';
      columns: readonly { title: string /** share of the width */; width: number }[];
      rows: readonly (readonly (string | Cell)[])[];
      empty: string;
    }
  | {
      kind: 'map';
      runs: readonly (readonly Point[])[];
      /** straight lines over what nobody knows */
      gaps: readonly (readonly [Point, Point])[];
      places: readonly { at: Point; name: string }[];
      marks: readonly { at: Point; name: string; tone: Tone }[];
      note: string;
    }
  | {
      kind: 'photos';
      photos: readonly {
        bytes: Uint8Array | null /** said where it is not drawn */;
        instead: string;
        title: string;
        note: string;
      }[];
    }
  | { kind: 'sums'; rows: readonly (readonly [name: string, value: string])[] };

export interface Document {
  title: string;
  lang: 'zh' | 'en';
  /** above the title, and beside it */
  above: string;
  beside: readonly string[];
  blocks: readonly Block[];
  /** at the foot of each page; `{page}` and `{pages}` are filled */
  foot: string;
  pageWords: string;
  made: string;
}
