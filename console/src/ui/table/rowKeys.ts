/** The row to which a key leads from the row at `at`, or nothing of ours. */
export const rowKey = (key: string, at: number, count: number, pageful = 10): number | null => {
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
    default:
      return null;
  }
};
