/**
 * Invisible characters and those that change the text direction: with them, two equal-looking names differ and "exe" reads
 * as "pdf". Joiners of letters and emoji (U+200C, U+200D) stay.
 */
const TURNING = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
/** Deeper than any declared body. */
const DEEPEST = 16;

/** Removes such characters from a text, and from the texts in nested lists and objects. */
export function withoutUnseen(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(TURNING, '');
  if (depth === DEEPEST || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => withoutUnseen(one, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutUnseen(one, depth + 1)]),
  );
}
