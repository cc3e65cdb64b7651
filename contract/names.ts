/**
 * A person's name in a form, for customers and staff. Mails and documents contain it, so it must not contain anything
 * that works as a link: otherwise a visitor who enters another person's e-mail could send text through the company's
 * mail. Pure and without zod.
 */
const LINKS = /[@/\\<>{}[\]|]|:\/|\bwww\.|[\p{L}\p{N}]{2,}\.\p{L}{2,}/iu;
/** Invisible characters, and characters that change the text direction. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u;

/** Why a text is not a name, as a message for its field; null when valid or empty. */
export function nameFault(text: string): string | null {
  if (HIDDEN.test(text)) return 'Escribe una sola línea de texto, sin símbolos ocultos.';
  if (LINKS.test(text))
    return 'Escribe solo el nombre: sin correos, direcciones de internet ni símbolos como @ o /. Después de un punto va un espacio.';
  return null;
}

/** Greeting in a mail, for names stored before this check: the name, or `cliente` when it is invalid. */
export const greeted = (name: string): string => (nameFault(name) === null ? name : 'cliente');
