import { z } from 'zod';

export const PHONE_ERROR = 'Celular inválido. Ejemplo: 6123-4567, o con + y el código del país.';

/** Formats in Panama: mobile 6XXX-XXXX, fixed line XXX-XXXX (domain.md §6). */
const LOCAL = /^(6\d{3})[\s-]?(\d{4})$|^([2-57-9]\d{2})[\s-]?(\d{4})$/;
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * The number in E.164 (`+50761234567`), or undefined. With `+`: any country, with spaces, hyphens, dots or parentheses.
 * Without: Panama, with or without 507 (rulings 16). Surrounding spaces are ignored.
 */
export function normalizePhone(text: string): string | undefined {
  const typed = text.slice(0, 40).trim();
  const local = typed.replace(/^\+?507[\s-]?/, '');
  // 507-1234 alone is a seven-digit fixed line, not a country code with four digits.
  if (LOCAL.test(local)) return `+507${local.replace(/\D/g, '')}`;
  if (LOCAL.test(typed)) return `+507${typed.replace(/\D/g, '')}`;
  if (!typed.startsWith('+') || !/^\+[\d\s().-]+$/.test(typed)) return undefined;
  const number = `+${typed.replace(/\D/g, '')}`;
  return E164.test(number) && !number.startsWith('+507') ? number : undefined;
}

/** Display format: `+507 6123-4567`, `+507 212-3456`; numbers of other countries unchanged. Takes E.164. */
export const showPhone = (e164: string) => e164.replace(/^\+507(\d{3,4})(\d{4})$/, '+507 $1-$2');

/** The digits for wa.me: `50761234567`. Takes E.164. */
export const whatsappDigits = (e164: string) => e164.replace('+', '');

/**
 * Whether a number may have WhatsApp. In Panama only numbers that start with 6; in other countries any, because their
 * formats are not known here. Takes E.164 or its digits.
 */
export const isMobile = (phone: string): boolean => !/^\+?507(?!6\d{7}$)/.test(phone);

/** A WhatsApp link, or a call link for a fixed line. Takes E.164 or its digits. */
export const reachUrl = (phone: string, message?: string): string => {
  const digits = whatsappDigits(phone);
  if (!isMobile(digits)) return `tel:+${digits}`;
  return `https://wa.me/${digits}${message ? `?text=${encodeURIComponent(message)}` : ''}`;
};

/** A telephone field, converted to E.164. */
export const Phone = z.string().transform((text, ctx) => {
  const number = normalizePhone(text);
  if (number) return number;
  ctx.addIssue({ code: 'custom', message: PHONE_ERROR });
  return z.NEVER;
});
