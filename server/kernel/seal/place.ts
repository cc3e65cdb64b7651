import { thread, turns } from '../thread.ts';

/** What is put on a PDF before it is signed. */
export interface PlaceTask {
  pdf: Uint8Array;
  /** Pages at the end, a PDF of its own. */
  annex: Uint8Array;
  /** Printed at the foot of each page of the signed document; empty: nothing. */
  foot: string;
  /** Drawn signatures as PNG, with the identity document of who signs: each goes to its place, if the document has one. */
  drawings: readonly { document: string; png: Uint8Array }[];
  evidence: { certificates: Uint8Array[]; crls: Uint8Array[]; ocsps: Uint8Array[] } | null;
  /** The PDF holds signatures of others: everything is added after them, so that they stay valid. */
  after: boolean;
  name: string;
  reason: string;
  /** PDF date: D:20261121150000Z */
  date: string;
  /** Bytes that the signature may take. */
  room: number;
}

/** A PDF with a place for its signature. */
export interface Placed {
  pdf: Uint8Array;
  /** Where the hexadecimal contents begin, after `<`. */
  at: number;
  byteRange: [number, number, number, number];
}

const run = thread<PlaceTask, Placed | null>(new URL('placeWorker.ts', import.meta.url), {
  seconds: 30,
  megabytes: 512,
});
const inTurn = turns({ atOnce: 1, waiting: 50, busy: 'Se sellan otros documentos en este momento.' });

/** Draws the signatures, appends the annex, prints the foot and makes the place for a signature. Null when the PDF cannot be opened. */
export const placeSignature = (task: PlaceTask): Promise<Placed | null> => inTurn(() => run(task));
