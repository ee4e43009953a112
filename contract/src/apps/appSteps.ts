/** `draft`: nobody is offered it; `published`: whoever has an older one is; `withdrawn`: nobody is any more. */
export const appStates = ['draft', 'published', 'withdrawn'] as const;
export type AppState = (typeof appStates)[number];

/**
 * The steps of a version. Any pair of state and step that does not stand here is refused: what was published is never a
 * draft again, for handsets have it, and what was withdrawn is not published again, but its mended successor is.
 */
export const appSteps = {
  publish: { from: 'draft', to: 'published' },
  withdraw: { from: 'published', to: 'withdrawn' },
} as const satisfies Record<string, { from: AppState; to: AppState }>;
export type AppStep = keyof typeof appSteps;
