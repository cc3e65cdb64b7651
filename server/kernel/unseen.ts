/**
 * Characters that turn text around or are not seen: two names that read alike would not be, and "exe" reads as "pdf". What joins
 * letters or parts of a picture (U+200C, U+200D) stays.
 */
const TURNING = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
/** Deeper than any declared body. */
const DEEPEST = 16;

/** What somebody sent, without such characters, in texts and in lists and objects of them. */
export function withoutUnseen(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(TURNING, '');
  if (depth === DEEPEST || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => withoutUnseen(one, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutUnseen(one, depth + 1)]),
  );
}
