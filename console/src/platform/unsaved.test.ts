import { beforeEach, expect, it } from 'vitest';
import { comeOnTop, forgetUnsaved, guardUnload, hasUnsaved, losesWithin, markUnsaved } from './unsaved.ts';

beforeEach(() => {
  comeOnTop('/a');
  forgetUnsaved();
});

it('a form that is closed holds nothing any more', () => {
  const saved = markUnsaved('/a');
  expect(hasUnsaved(['/a'])).toBe(true);
  expect(hasUnsaved(['/b'])).toBe(false);
  saved();
  expect(hasUnsaved()).toBe(false);
});

it('a page behind another one still holds what was typed', () => {
  const hidden = markUnsaved('/a');
  comeOnTop('/b');
  hidden();
  expect(hasUnsaved(['/a'])).toBe(true);
});

it('a page that comes back on top marks itself anew, once', () => {
  const hidden = markUnsaved('/a');
  comeOnTop('/b');
  hidden();
  comeOnTop('/a');
  const saved = markUnsaved('/a');
  saved();
  expect(hasUnsaved()).toBe(false);
});

it('what is saved is no longer unsaved, though the page has not heard yet', () => {
  let saved = false;
  markUnsaved('/a', () => saved);
  saved = true;
  expect(hasUnsaved()).toBe(false);
});

it('what was given up is forgotten', () => {
  markUnsaved('/a');
  markUnsaved('/b');
  forgetUnsaved(['/a']);
  expect([hasUnsaved(['/a']), hasUnsaved(['/b'])]).toEqual([false, true]);
});

it('the browser asks before the whole page goes', () => {
  guardUnload();
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(false);
  markUnsaved('/a');
  expect(leave()).toBe(true);
});

it('what a page keeps itself is lost by leaving the console, and not by going from one record to another', () => {
  forgetUnsaved();
  markUnsaved('/alarm', undefined, { keeps: true });
  expect([hasUnsaved(['/alarm']), losesWithin('/alarm')]).toEqual([true, false]);
  markUnsaved('/alarm');
  expect(losesWithin('/alarm')).toBe(true);
});
