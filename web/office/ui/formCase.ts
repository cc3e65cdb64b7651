import type { ReactNode } from 'react';

/** A record with only the fields that the form reads. */
export const row = <T>(part: object) => ({ id: 7, version: 3, ...part }) as T;
export type Props<F extends (props: never) => ReactNode> = Parameters<F>[0];

/**
 * One form and its test data. Unless `reads` says otherwise, every list answers one row with the id 7 and the name "Casa uno",
 * so the schema must accept that id. The saved record in the answer has few fields: `onDone` must not rely on others.
 */
export interface FormCase {
  name: string;
  form: (onClose: () => void) => ReactNode;
  /** The values to enter, by label. */
  types: Record<string, string>;
  /** The file to choose: label and content type. */
  file?: readonly [label: string, type: string];
  submit: string;
  /** A part of the expected request body. */
  sends: object;
  /** The field that the server refuses: its request name and its label. */
  refused: readonly [field: string, label: string];
  /** The record after another user's change. If absent, a conflict only shows a message. */
  fresh?: object;
  /** Answers of GET requests, by a part of the URL. */
  reads?: Record<string, unknown>;
  /** A request that the form makes before the user types, and its answer. */
  begins?: readonly [path: string, answer: object];
  /** The form stays open after the submit. */
  stays?: true;
}
