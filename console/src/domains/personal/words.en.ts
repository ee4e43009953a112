export const words = {
  explain: 'A new password ends your other sessions. It is an alphanumeric combination of 6-16 characters.',
  temporary: 'You signed in with a temporary password',
  temporaryText: 'Somebody else has set it and knows it. Please choose one of your own now.',
  old: 'Present password',
  new: 'New password',
  confirm: 'New password again',
  oldMissing: 'Input cannot be empty',
  newMissing: 'Please enter a new password',
  mismatch: 'Inconsistent password input',
  submit: 'Change password',
  done: 'The password is changed',
} as const;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    personal: typeof words;
  }
}
