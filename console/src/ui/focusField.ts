/**
 * For `afterOpenChange` of a dialog that asks for something: whoever opens it types at once. `autoFocus` alone does not do
 * it: the field is not on the screen yet, and the dialog gives the focus to what it finds first, which closes it.
 */
export const focusField = (open: boolean): void => {
  const dialog = open && document.activeElement?.closest('[role=dialog]');
  if (dialog)
    dialog.querySelector<HTMLElement>('.ant-modal-body :is(input, textarea):enabled:not([type=hidden])')?.focus();
};
