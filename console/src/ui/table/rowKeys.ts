/** Where a key leads from the row at `at`: another row's index, what to do with this one, or nothing of ours. */
export const rowKey = (key: string, at: number, count: number, pageful = 10): number | 'open' | 'toggle' | null => {
  const within = (to: number): number => Math.min(Math.max(to, 0), count - 1);
  switch (key) {
    case 'ArrowDown':
      return within(at + 1);
    case 'ArrowUp':
      return within(at - 1);
    case 'PageDown':
      return within(at + pageful);
    case 'PageUp':
      return within(at - pageful);
    case 'Home':
      return within(0);
    case 'End':
      return within(count - 1);
    case 'Enter':
      return 'open';
    case ' ':
      return 'toggle';
    default:
      return null;
  }
};
