/**
 * The Panamanian personal identity number (cédula), domain.md §5 and rulings 1: `8-712-4567`, `PE-12-345`,
 * `E-8-98765`, `13PI-1-1`. Nothing here trims: the input component trims what is pasted.
 */

/** Its four parts: province or special prefix, letter series (`''`, `AV` or `PI`), volume (tomo), entry (asiento). */
export interface CedulaParts {
  prefix: string;
  series: string;
  volume: string;
  entry: string;
}

/** Digits of the entry unless the setting `cedula_max_asiento` says otherwise: foreigners with 6 exist. */
export const CEDULA_MAX_ENTRY = 5;

export const CEDULA_ERROR = 'Cédula inválida. Ejemplos: 8-712-4567, PE-12-345, E-8-98765, 13PI-1-1';

// Province 1-13 with or without a series, or a special prefix; TYPING also knows their beginnings.
const PREFIX = /^(?:(PE|E|N)|([2-9]|1[0-3]?)(AV|PI)?)$/i;
const TYPING = /^(?:PE?|E|N|(?:[2-9]|1[0-3]?)(?:AV?|PI?)?)?$/i;

/** Whether the text is a cédula or can still become one; empty can. */
export function mayBecomeCedula(text: string, maxEntry = CEDULA_MAX_ENTRY): boolean {
  const [prefix = '', volume, entry, ...rest] = text.split('-');
  if (volume === undefined) return TYPING.test(prefix);
  if (!PREFIX.test(prefix) || rest.length > 0) return false;
  if (entry === undefined) return volume === '' || isDigits(volume, 4);
  return isDigits(volume, 4) && (entry === '' || isDigits(entry, maxEntry));
}

/** The parts of a complete cédula, letters in upper case and leading zeros as typed; undefined when it is not one. */
export function parseCedula(text: string, maxEntry = CEDULA_MAX_ENTRY): CedulaParts | undefined {
  const [first = '', volume = '', entry = '', ...rest] = text.split('-');
  const found = PREFIX.exec(first);
  if (!found || rest.length > 0 || !isDigits(volume, 4) || !isDigits(entry, maxEntry)) return undefined;
  const [, special, province, series] = found;
  const prefix = (special ?? province ?? '').toUpperCase();
  return { prefix, series: (series ?? '').toUpperCase(), volume, entry };
}

/** One way of writing it: `8AV-1-1`. */
export const formatCedula = ({ prefix, series, volume, entry }: CedulaParts) =>
  `${prefix}${series}-${volume}-${entry}`;

/** What two writings of the same person's number share: without the leading zeros of volume and entry. */
export const cedulaKey = (parts: CedulaParts) =>
  formatCedula({ ...parts, volume: bare(parts.volume), entry: bare(parts.entry) });

const isDigits = (text: string, max: number) => text.length <= max && /^[0-9]+$/.test(text);
const bare = (digits: string) => digits.replace(/^0+(?=\d)/, '');
