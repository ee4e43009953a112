import { DeviceNumber } from '@plomb/contract/devices/devices';

/**
 * The serial numbers in what somebody scanned, typed or pasted, each once: apart by lines, commas, semicolons or tabs, and
 * by spaces unless all of a line is one number written in groups. `strange`: what is no number.
 */
export const numbersIn = (text: string): { found: string[]; strange: string[] } => {
  const found = new Set<string>();
  const strange: string[] = [];
  for (const part of text.split(/[\n\r\t,;，；、]+/)) {
    const whole = part.trim();
    if (whole === '') continue;
    const words = whole.split(/\s+/);
    // groups of four, as labels and screens write them; anything longer is a number of its own
    const pieces = words.every((word) => word.length <= 4) ? [whole] : words;
    for (const piece of pieces) {
      const { success, data } = DeviceNumber.safeParse(piece);
      if (success) found.add(data);
      else strange.push(piece);
    }
  }
  return { found: [...found], strange };
};
