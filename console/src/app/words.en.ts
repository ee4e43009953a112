export const words = {
  system: 'Lead-seal system',
  skip: 'Skip to the page',
  menu: 'Menu',
  home: 'Back to the dashboard',
  back: 'Back',
  search: 'Search menus',
  searchEmpty: 'No menu matches',
  language: 'Language',
  sidebar: { open: 'Open the menu', close: 'Close the menu' },
  fullscreen: { label: 'Full screen', unavailable: 'Browser fullscreen not available' },
  size: {
    label: 'Size',
    default: 'Default',
    medium: 'Medium',
    small: 'Small',
    mini: 'Mini',
    done: 'Switch size success',
  },
  theme: { label: 'Theme', light: 'Light', dark: 'Dark', system: 'As the system' },
  avatar: {
    label: 'Account of {{name}}',
    account: 'My account',
    preferences: 'Preferences',
    changePassword: 'Change password',
    home: 'Home',
    logOut: 'Log out',
    organisation: 'Organisation',
    operator: 'Operator',
    loginName: 'Login name',
  },
  tabs: {
    label: 'Visited pages',
    refresh: 'Refresh',
    close: 'Close',
    closeNamed: 'Close {{title}}',
    closeOthers: 'Close others',
    closeAll: 'Close all',
    more: 'Tab actions',
  },
  unsaved: {
    title: 'What you typed is not saved',
    text: 'If you go on, it is lost.',
    discard: 'Discard it',
    stay: 'Keep editing',
  },
  guard: { error: 'Has Error', unreachable: 'The console could not start', again: 'Try again' },
  crash: {
    title: 'This page broke',
    again: 'Show it again',
    newVersion: 'A part of the console could not be loaded',
    reloadHint: 'A new version may have been installed, or the network failed. Reloading helps in the first case.',
    reload: 'Reload',
  },
  fixed: {
    notFound: { title: 'No such page', text: 'Nothing stands at this address. Search the menu above, or go back.' },
    notAllowed: { title: 'No permission', text: 'Your role does not include this page.' },
    missing: {
      title: 'Page not installed',
      text: 'The menu names a page that this version of the console does not have.',
    },
  },
  stale: {
    expired: 'Your session has expired: what you see is no longer current.',
    lost: 'The live connection is broken ({{since}}): states may be older than they look. Trying again.',
    offline: 'This computer is offline: nothing you see is current.',
  },
  expired: {
    title: 'Logout confirmation',
    text: 'Your login status has expired. You can cancel to stay on this page, or log in again.',
    password: 'Password of {{name}}',
    code: 'Code of your authenticator app, or a backup code',
    again: 'Log in again',
    stay: 'Cancel',
  },
} as const;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    app: typeof words;
  }
}
