import { RANDOM_NAME_LENGTH } from '#contract/sales/purchase/rules.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Ten random letters and digits (spec §9), so that the name says nothing about the person. */
export function randomName(length = RANDOM_NAME_LENGTH): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}
