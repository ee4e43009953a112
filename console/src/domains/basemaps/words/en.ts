export const words = {
  noun: 'base map',
  search: 'Name or source',
  name: 'Name',
  kind: 'Source',
  status: 'Status',
  enabled: 'In use',
  disabled: 'Not in use',
  datum: 'Datum',
  datumHint: 'Positions are stored in WGS-84; tiles in GCJ-02 are moved to their place when they are drawn',
  content: 'Content of its tiles',
  detail: 'Detail',
  zooms: 'Zoom {{min}}–{{max}}',
  minZoom: 'Smallest zoom',
  maxZoom: 'Largest zoom',
  attribution: 'Whose data these are',
  attributionHint: 'As its licence asks it to be said; it stands in the corner of the map',
  attributionStyleHint: 'Left empty, it is what the sources of the style say',
  url: 'Address',
  urlHint: 'With {z}, {x} and {y}; {key} stands for the key. Browsers fetch from it directly',
  urlPmtilesHint: 'Of a PMTiles file. Its server has to answer ranges and to allow this page (CORS)',
  urlStyleHint:
    'Of a MapLibre style, version 8; {key} stands for the key. It is read when it is saved, and anew each time; what its tiles, fonts and pictures come from is what browsers may fetch from',
  servers: 'Fetches from',
  secret: 'Key',
  secretHint: 'Kept sealed. Whoever looks at a map gets it with the map: restrict it to this address at its vendor',
  secretAmap:
    'Of the Web (JSAPI) service; behind it, after a space, its security code. Kept sealed, and given to whoever looks at a map. The script of AMap runs in a page apart, which has no address to be restricted to: leave its white list empty',
  secretBaidu:
    'An AK for browsers. Kept sealed, and given to whoever looks at a map. The script of Baidu runs in a page apart, which has no address to be restricted to: its Referer white list is *',
  secretKept: 'There is one, which ends in {{hint}}. It stays as it is while nothing is entered',
  keyEnds: 'ends in {{hint}}',
  keyThere: 'there is one',
  noKey: 'none',
  file: 'File',
  place: 'Place',
  onServer: 'On this server, {{size}} MB',
  choose: 'Choose a PMTiles file',
  replace: 'Choose another file',
  forBelow: 'Shared',
  forBelowHint: 'Organisations below may use it, too',
  isDefault: 'Default',
  isDefaultHint: 'Maps of this organisation open with it, and those of organisations below that have none of their own',
  yes: 'Yes',
  no: 'No',
  organisation: 'Organisation',
  created: 'Created',
  zh: '中文',
  en: 'English',
  preview: 'The map in {{lang}}',
  rootNote:
    'Addresses and keys of other servers are entered by the root organisation alone. Upload a file to have streets of your own.',
  emptyTitle: 'The offline map alone',
  emptyText: 'It has no streets. Upload a PMTiles file, or enter where tiles are fetched from.',
  off: 'Off: maps that showed it show the offline map',
} as const;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    basemaps: typeof words;
  }
}
