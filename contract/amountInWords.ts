const UNITS = [
  '', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce', 'trece', 'catorce',
  'quince', 'dieciséis', 'diecisiete', 'dieciocho', 'diecinueve', 'veinte', 'veintiuno', 'veintidós', 'veintitrés',
  'veinticuatro', 'veinticinco', 'veintiséis', 'veintisiete', 'veintiocho', 'veintinueve',
]; // prettier-ignore
const TENS = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'];
const HUNDREDS = [
  '', 'ciento', 'doscientos', 'trescientos', 'cuatrocientos', 'quinientos', 'seiscientos', 'setecientos', 'ochocientos',
  'novecientos',
]; // prettier-ignore

function belowThousand(n: number): string {
  if (n === 100) return 'cien';
  const rest = n % 100;
  const tail =
    rest < 30
      ? UNITS[rest]!
      : `${TENS[Math.floor(rest / 10)]!}${rest % 10 === 0 ? '' : ` y ${UNITS[rest % 10]!}`}`;
  return [HUNDREDS[Math.floor(n / 100)]!, tail].filter(Boolean).join(' ');
}

/** "uno" shortens before a noun: veintiún mil, un millón, treinta y un balboas. */
const shortened = (words: string) => words.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un');

function whole(n: number): string {
  if (n === 0) return 'cero';
  const millions = Math.floor(n / 1_000_000);
  const thousands = Math.floor(n / 1000) % 1000;
  return [
    millions === 0 ? '' : millions === 1 ? 'un millón' : `${shortened(whole(millions))} millones`,
    thousands === 0 ? '' : thousands === 1 ? 'mil' : `${shortened(belowThousand(thousands))} mil`,
    belowThousand(n % 1000),
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * An amount in centavos in words, as on receipts: "Mil doscientos balboas con 50/100". From 0 to below 10^12 balboas.
 */
export function amountInWords(cents: number): string {
  const n = Math.floor(cents / 100);
  const words = shortened(whole(n));
  const noun = n === 1 ? 'balboa' : n >= 1_000_000 && n % 1_000_000 === 0 ? 'de balboas' : 'balboas';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${noun} con ${String(cents % 100).padStart(2, '0')}/100`;
}
