/** Range of a number and maximum decimals; undefined: no limit. */
export interface NumberLimits {
  min?: number | undefined;
  max?: number | undefined;
  decimals?: number | undefined;
}

/** Why a typed number is refused, naming the limit; null when valid or empty. */
export function whyNotNumber(
  value: string | number,
  { min, max, decimals }: NumberLimits,
  unit = '',
): string | null {
  const text = String(value).trim();
  if (text === '') return null;
  const number = Number(text);
  if (!Number.isFinite(number)) return 'Escribe un número.';
  if (decimals === 0 && !Number.isInteger(number)) return 'Escribe un número entero.';
  if (decimals !== undefined && decimals > 0 && Number(number.toFixed(decimals)) !== number)
    return decimals === 1 ? 'Escribe como máximo un decimal.' : `Escribe como máximo ${decimals} decimales.`;
  return (min !== undefined && number < min) || (max !== undefined && number > max)
    ? limitSentence(min, max, unit)
    : null;
}

/** "Escribe un número entre 0 y 10 %." */
export function limitSentence(min: number | undefined, max: number | undefined, unit = ''): string {
  const [from, to] = [min, max].map((limit) => limit?.toLocaleString('en-US'));
  const range =
    from === undefined ? `hasta ${to}` : to === undefined ? `desde ${from}` : `entre ${from} y ${to}`;
  return `Escribe un número ${range}${unit}.`;
}
