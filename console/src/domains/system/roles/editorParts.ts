import type { Draft, Tree } from './grants.ts';

/** What each part of the editor of grants works with. */
export interface EditorParts {
  tree: Tree;
  /** as saved */
  base: Draft;
  draft: Draft;
  edit: (draft: Draft) => void;
  readOnly: boolean;
}
