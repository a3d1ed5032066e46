/** A card in a drawing: how it lies and where, columns to the right and rows upwards. */
export interface Shown {
  face: string;
  x: number;
  y: number;
  black?: boolean;
  /** The card that wins. */
  wins?: boolean;
}
