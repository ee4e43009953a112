import { TerraDrawCircleMode, type TerraDrawMouseEvent } from 'terra-draw';

/** A finger comes down without having moved there: the second press is a move too, or the circle would stay a point. */
export class CircleMode extends TerraDrawCircleMode {
  override onClick(event: TerraDrawMouseEvent): void {
    if (this.state === 'drawing') this.onMouseMove(event);
    super.onClick(event);
  }
}
