import type { ReactNode } from 'react';

/** Only what a form reads of a record. */
export const row = <T>(part: object) => ({ id: 7, version: 3, ...part }) as T;
export type Props<F extends (props: never) => ReactNode> = Parameters<F>[0];

/** A form as its test uses it. */
export interface FormCase {
  name: string;
  form: (onClose: () => void) => ReactNode;
  /** What a person writes or chooses, by the label. */
  types: Record<string, string>;
  /** The file that is chosen. */
  file?: readonly [label: string, type: string];
  submit: string;
  /** A part of what is sent for it. */
  sends: object;
  /** The field that the server refuses, as it calls it, and its label. */
  refused: readonly [field: string, label: string];
  /** The record as another person left it meanwhile; none: a change made meanwhile is only told. */
  fresh?: object;
  /** What the server answers to a reading whose address holds that part. */
  reads?: Record<string, unknown>;
  /** A call that the form makes before anything is typed, and its answer. */
  begins?: readonly [path: string, answer: object];
  /** The form stays after it was sent. */
  stays?: true;
}
