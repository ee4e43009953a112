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
