import { z } from 'zod';

export const PHONE_ERROR = 'Celular inválido. Ejemplo: 6123-4567, o con + y el código del país.';

/** Panama's own forms: mobile 6XXX-XXXX, fixed XXX-XXXX (domain.md §6). */
const LOCAL = /^(6\d{3})[\s-]?(\d{4})$|^([2-57-9]\d{2})[\s-]?(\d{4})$/;
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * The number in E.164 (`+50761234567`), or undefined. With `+`, any country's, written with spaces, hyphens, dots or
 * parentheses; without it, Panama's, with 507 before it or not (rulings 16). Blanks around it do not count.
 */
export function normalizePhone(text: string): string | undefined {
  const typed = text.slice(0, 40).trim();
  const local = typed.replace(/^\+?507[\s-]?/, '');
  // 507-1234 alone is seven digits of a fixed line, not a country code with four
  if (LOCAL.test(local)) return `+507${local.replace(/\D/g, '')}`;
  if (LOCAL.test(typed)) return `+507${typed.replace(/\D/g, '')}`;
  if (!typed.startsWith('+') || !/^\+[\d\s().-]+$/.test(typed)) return undefined;
  const number = `+${typed.replace(/\D/g, '')}`;
  return E164.test(number) && !number.startsWith('+507') ? number : undefined;
}

/** How people read it: `+507 6123-4567`, `+507 212-3456`; another country's as it is. Takes E.164. */
export const showPhone = (e164: string) => e164.replace(/^\+507(\d{3,4})(\d{4})$/, '+507 $1-$2');

/** The digits that wa.me takes: `50761234567`. Takes E.164. */
export const whatsappDigits = (e164: string) => e164.replace('+', '');

/**
 * Whether a number may have WhatsApp: of Panama's only those that begin with 6, of other countries any, since their forms are not
 * known here. Takes E.164 or its digits.
 */
export const isMobile = (phone: string): boolean => !/^\+?507(?!6\d{7}$)/.test(phone);

/** Where one writes to a number, or calls a fixed one. Takes E.164 or its digits. */
export const reachUrl = (phone: string, message?: string): string => {
  const digits = whatsappDigits(phone);
  if (!isMobile(digits)) return `tel:+${digits}`;
  return `https://wa.me/${digits}${message ? `?text=${encodeURIComponent(message)}` : ''}`;
};

/** A telephone in a form; becomes E.164. */
export const Phone = z.string().transform((text, ctx) => {
  const number = normalizePhone(text);
  if (number) return number;
  ctx.addIssue({ code: 'custom', message: PHONE_ERROR });
  return z.NEVER;
});
