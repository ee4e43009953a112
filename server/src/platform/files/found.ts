/** A content that somebody may have, as it is sent. */
export interface Found {
  id: string;
  type: string;
  sha256: string;
  bytes: number;
  /** of a picture that the storage has not been given yet */
  inline: Buffer | null;
}

/** Selects a `Found` of file `f`, and what else is asked of it: its content, or that of its small picture where `thumb` holds and there is one. */
export const foundOf = (thumb: string, from: string, also?: string): string =>
  `select f.id, f.type, c.sha256, c.bytes, c.inline${also ? `, ${also}` : ''} from ${from}
     join file_content c on c.sha256 = case when ${thumb} then coalesce(f.thumb_sha256, f.sha256) else f.sha256 end`;
