import { TextBlock } from '../../ui/TextBlock.tsx';
import { hexLines } from './hex.ts';

/** Bytes as people who write decoders read them: eight a line, with their place; copied they are plain hexadecimal. */
export const HexBlock = ({ name, hex }: { name: string; hex: string }) => (
  <TextBlock name={name} text={hex}>
    {hexLines(hex).map(({ at, bytes, text }) => (
      <span className="hex-line" key={at}>
        <span className="hex-beside">{at}</span>
        <span>{bytes}</span>
        <span className="hex-beside">{text}</span>
      </span>
    ))}
  </TextBlock>
);
