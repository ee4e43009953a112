import { expect, it } from 'vitest';
import { eventReader } from './stream.ts';

const text = ':\n\nevent: hello\ndata: {"seq":1}\n\nevent: locks\r\ndata: {"a":\r\ndata: 2}\r\n\r\n';

it('reads the same events however the text is cut', () => {
  for (let cut = 0; cut <= text.length; cut += 1) {
    const heard: string[] = [];
    const read = eventReader((event, data) => heard.push(`${event} ${data}`));
    read(text.slice(0, cut));
    read(text.slice(cut));
    expect(heard).toEqual(['hello {"seq":1}', 'locks {"a":\n2}']);
  }
});

it('keeps an unfinished event to itself', () => {
  const heard: string[] = [];
  eventReader((event) => heard.push(event))('event: hello\ndata: {}\n');
  expect(heard).toEqual([]);
});

/** How often a character is looked for in an event of so many pieces, each piece of as many characters. */
const searchedIn = (pieces: number): number => {
  // a string that counts how much of it is searched stands in for a clock
  let searched = 0;
  const piece = 'x'.repeat(1000);
  const spied = new Proxy(Object(piece) as object, {
    get(target, name) {
      if (name === 'indexOf') {
        return (what: string, from = 0) => {
          searched += piece.length - from;
          return piece.indexOf(what, from);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(piece) : value;
    },
  }) as unknown as string;
  const heard: number[] = [];
  const read = eventReader((_, data) => heard.push(data.length));
  read('event: locks\ndata: ');
  for (let i = 0; i < pieces; i += 1) read(spied);
  read('\n\n');
  expect(heard).toEqual([pieces * piece.length]);
  return searched / (pieces * piece.length);
};

it('looks at each character as often however many pieces a long event comes in', () => {
  // for the two ends a line may have
  expect(searchedIn(5)).toBe(2);
  expect(searchedIn(500)).toBe(2);
});
