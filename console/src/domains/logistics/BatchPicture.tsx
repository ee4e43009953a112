import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { send } from '../../platform/client.ts';
import { FilePicture } from '../../ui/FilePicture.tsx';

const { photo } = logisticsCalls.journeys;

/** A photo that shows something of a batch: whoever sees the batch sees it, of whichever organisation it is. */
export const BatchPicture = ({ batch, id, alt }: { batch: number; id: string; alt: string }) => (
  <FilePicture id={id} alt={alt} ask={(file, thumb) => send(photo, { id: batch, file, thumb }, { quiet: true })} />
);
