/**
 * A person's name in a form, for customers and colleagues alike. It is written into mails and papers, so nothing in it may be taken
 * for an address to follow: whoever types a stranger's mail must not speak through the company's. Pure and without zod.
 */
const LINKS = /[@/\\<>{}[\]|]|:\/|\bwww\.|[\p{L}\p{N}]{2,}\.\p{L}{2,}/iu;
/** Letters that cannot be seen, or turn the order of what follows. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u;

/** Why a text is no name, as the sentence at its field; null when it may be one, or is empty. */
export function nameFault(text: string): string | null {
  if (HIDDEN.test(text)) return 'Escribe una sola línea de texto, sin símbolos ocultos.';
  if (LINKS.test(text))
    return 'Escribe solo el nombre: sin correos, direcciones de internet ni símbolos como @ o /. Después de un punto va un espacio.';
  return null;
}

/** How a mail greets a person whose name was stored before names were checked: by the name, else by no name at all. */
export const greeted = (name: string): string => (nameFault(name) === null ? name : 'cliente');
