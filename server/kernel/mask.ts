/**
 * Personal data as lists and notices show it (Ley 81 de 2019, domain.md §4.7): enough to tell two people apart, too
 * little to misuse.
 */

/** `+507 6***-**67` for +50761234567; a foreign number keeps its first three and last two digits. */
export function maskPhone(e164: string): string {
  if (!e164.startsWith('+507')) return e164.replace(/(?<=^\+\d{3}.*)\d(?=\d{2})/g, '*');
  const hidden = e164.length === 12 ? '***-**' : '**-**';
  return `+507 ${e164.slice(4, 5)}${hidden}${e164.slice(-2)}`;
}

/** `8-***-**67` for 8-712-4567: hides every letter and digit except the first group of a cédula and the last two. */
export function maskDocument(number: string): string {
  const shown = number.includes('-') ? number.indexOf('-') : 0;
  return [...number]
    .map((one, at) => (at < shown || at >= number.length - 2 || !/[0-9A-Z]/i.test(one) ? one : '*'))
    .join('');
}
