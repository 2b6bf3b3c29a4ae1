export interface StaleDocument {
  id: string;
  rendererVersion: number;
  /** The id of the transaction that wrote the row. It changes with every change of the row. */
  revision: string;
}
