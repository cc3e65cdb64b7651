/** Basis points of an item by its quantity, rounded down: only the whole quantity is 100 %. */
export const bpOfQuantity = (done: number, quantity: number): number =>
  quantity === 0 ? 10_000 : Math.floor((Math.round(done * 1000) * 10_000) / Math.round(quantity * 1000));
