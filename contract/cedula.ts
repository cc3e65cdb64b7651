/**
 * The Panamanian identity number (cédula), domain.md §5 and rulings 1: `8-712-4567`, `PE-12-345`, `E-8-98765`,
 * `13PI-1-1`. No trimming here: the input component trims pasted text.
 */

/** Its four parts: province or special prefix, series (`''`, `AV` or `PI`), volume (tomo), entry (asiento). */
export interface CedulaParts {
  prefix: string;
  series: string;
  volume: string;
  entry: string;
}

/** Default maximum digits of the entry. The setting `cedula_max_asiento` can raise it: some foreigners have 6. */
export const CEDULA_MAX_ENTRY = 5;

export const CEDULA_ERROR = 'Cédula inválida. Ejemplos: 8-712-4567, PE-12-345, E-8-98765, 13PI-1-1';

// Province 1-13 with optional series, or a special prefix. TYPING also accepts their beginnings.
const PREFIX = /^(?:(PE|E|N)|([2-9]|1[0-3]?)(AV|PI)?)$/i;
const TYPING = /^(?:PE?|E|N|(?:[2-9]|1[0-3]?)(?:AV?|PI?)?)?$/i;

/** Whether the text is a cédula or the start of one; '' counts. */
export function mayBecomeCedula(text: string, maxEntry = CEDULA_MAX_ENTRY): boolean {
  const [prefix = '', volume, entry, ...rest] = text.split('-');
  if (volume === undefined) return TYPING.test(prefix);
  if (!PREFIX.test(prefix) || rest.length > 0) return false;
  if (entry === undefined) return volume === '' || isDigits(volume, 4);
  return isDigits(volume, 4) && (entry === '' || isDigits(entry, maxEntry));
}

/** Parts of a complete cédula, in upper case and with leading zeros as typed; undefined when it is not one. */
export function parseCedula(text: string, maxEntry = CEDULA_MAX_ENTRY): CedulaParts | undefined {
  const [first = '', volume = '', entry = '', ...rest] = text.split('-');
  const found = PREFIX.exec(first);
  if (!found || rest.length > 0 || !isDigits(volume, 4) || !isDigits(entry, maxEntry)) return undefined;
  const [, special, province, series] = found;
  const prefix = (special ?? province ?? '').toUpperCase();
  return { prefix, series: (series ?? '').toUpperCase(), volume, entry };
}

/** The canonical text, such as `8AV-1-1`. */
export const formatCedula = ({ prefix, series, volume, entry }: CedulaParts) =>
  `${prefix}${series}-${volume}-${entry}`;

/** Comparison key: volume and entry without leading zeros. */
export const cedulaKey = (parts: CedulaParts) =>
  formatCedula({ ...parts, volume: bare(parts.volume), entry: bare(parts.entry) });

const isDigits = (text: string, max: number) => text.length <= max && /^[0-9]+$/.test(text);
const bare = (digits: string) => digits.replace(/^0+(?=\d)/, '');
