import { fileCalls } from '@plomb/contract/files/domain';
import { LINK_SECONDS } from '@plomb/contract/files/files';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useQuery } from '@tanstack/react-query';
import { failureWords } from '../platform/answer.ts';
import { send } from '../platform/client.ts';
import { useSettings } from '../platform/settings.ts';
import './filePicture.css';

const { link } = fileCalls.files;
const base: string = import.meta.env.VITE_API_BASE ?? '';

/** Asks for a link to a file. */
type Linking = (id: string, thumb: boolean) => Promise<OutputOf<typeof link>>;
const linked: Linking = (id, thumb) => send(link, { id, thumb }, { quiet: true });

/**
 * A picture that only its organisation sees, small; it opens whole. Its links end after minutes and are asked for anew. `ask`: by the record that
 * shows it, which may be of another organisation than the picture.
 */
export const FilePicture = ({ id, alt, ask: by = linked }: { id: string; alt: string; ask?: Linking }) => {
  const lang = useSettings((s) => s.lang);
  const ask = (thumb: boolean) => ({
    queryKey: [link.path, id, thumb],
    queryFn: () => by(id, thumb),
    staleTime: (LINK_SECONDS / 2) * 1000,
    refetchInterval: (LINK_SECONDS / 2) * 1000,
  });
  const [thumb, file] = [useQuery(ask(true)), useQuery(ask(false))];
  const [small, whole] = [thumb.data, file.data];
  const error = thumb.error ?? file.error;
  if (error) return <span>{failureWords(error, lang)}</span>;
  if (!small || !whole) return <span className="file-picture" aria-busy="true" />;
  return (
    <a className="file-picture" href={base + whole.url} target="_blank" rel="noreferrer">
      <img src={base + small.url} alt={alt} />
    </a>
  );
};
