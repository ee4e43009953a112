import { HolderOutlined } from '@ant-design/icons';
import type { ComponentProps } from 'react';
import { drawn } from './drawn.ts';
import './grip.css';

/** What a thing of a list is drawn by (useDrag.ts). */
export const Grip = (props: ComponentProps<'button'>) => (
  <button type="button" className="grip" ref={drawn} {...props}>
    <HolderOutlined />
  </button>
);
