/** What lies over the page and takes the keys. A dialog that was open once stays behind, hidden. */
const dialog = '.ant-modal-wrap:not([style*="display: none"])';
const drawer = '.ant-drawer-open';
/** What Esc closes before what lies below it. */
const above = [
  dialog,
  drawer,
  ...['dropdown', 'popover', 'picker-dropdown', 'select-dropdown'].map((n) => `.ant-${n}:not(.ant-${n}-hidden)`),
].join(', ');

export const isAnythingAbove = (): boolean => document.querySelector(above) !== null;
/** A dialog or a drawer is open. */
export const isSomethingOver = (): boolean => document.querySelector(`${dialog}, ${drawer}`) !== null;
