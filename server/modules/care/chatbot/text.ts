import { withoutAccents } from '#contract/accents.ts';
import { SYNONYMS } from './synonyms.ts';

/**
 * Text as it is indexed and searched: no capitals, no accents. `-ción` keeps its accent, because the Spanish stemmer of
 * PostgreSQL takes `habitación` and `habitaciones` to one stem, but not `habitacion`, as people type it.
 */
export const fold = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/([cs])ion\b/g, '$1ión');

const WORD = /[a-z0-9ó]+/g;
export const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? [];

/** Words of talk that say nothing about the matter; PostgreSQL drops articles, prepositions and pronouns itself. */
const TALK = new Set(
  `a al ahi alla algo alguien algun alguna algunas alguno algunos ante antes aqui asi aun aunque bien buen buena buenas bueno buenos
cada casi como con cosa cosas cual cuales cualquier cuando cuanta cuantas cuanto cuantos de debe deben debo deberia del desde despues dia dias
digame dime dice dicen decir diga donde e el ella ellas ellos en entonces entre era eran eres es esa esas ese eso esos esta estan estar estas este esto estos estoy
favor fue fui gracias gusta gustaria ha haber habia habra hace hacen hacer hacia hago han hasta hay haya he hola hoy igual ir
la las le les lo los luego mas me mi mis mucha muchas mucho muchos muy nada necesita necesitan necesito ni ninguna ninguno no nos nosotros nuestra nuestro nuestros
o ofrece ofrecen ojala ok otra otras otro otros para pero podemos podra podria podrian por porque porfavor posible pregunta preguntar puede pueden puedo
pues que quien quienes quiere quieren quiero quisiera saber sabe saben se sea sean segun sera seria si sido sin sobre solo son soy su sus
tal tambien tampoco tan tanto tarde tardes tendra tendran tendria tener tenga tengo tenia tiene tienen tenemos ti toca tocaria todo toda todas todos
trae traen tu tus u un una unas uno unos usted ustedes va van vamos varios vez veces viene vienen voy ya y yo
consulta consultar duda informacion informarme informe explica explicame explicar contar cuenta cuentame cuenten conocer interesa interesado interesada
manda mandar pasa pasar pasame tipo tipos clase existe existen incluye incluyen incluida incluido incluidas incluidos cuento
proyecto residencial urbanizacion vendra viven vivir vive
conmigo contigo ella dentro fuera forma manera parte lado mismo misma propio propia
urgente disculpe disculpa perdon saludos dias noches noche manana senor senora amigo amiga
obliga obligatorio permite permiten permitido permitida permitidos permitidas deja dejan
dar dan da doy doa instalar instalan instalo pone poner pongo pongan usar usan uso toma tomar llevar lleva llevan llevo quedar meter sacar recibe reciben recibir aceptan acepta aceptar vender venden vende venta compro comprar compra comprarla comprarlo adquirir
encuentro encuentran encontrar conviene recomiendan recomienda ser porcentaje dinero plata digan diga pasar pasen ganas oficina servicio
detras delante encima debajo adentro afuera alla vivo vives vivimos fijo quede hija hijas familia mama papa mujer mio mia marido trabajan trabaja
ver verlo verla ven mire mira oye deseo desea maximo minimo maxima minima total general normalmente actualmente cerca`
    .split(/\s+/)
    .map(fold),
);

/** One searched word with what counts as the same. */
export interface Term {
  word: string;
  /** Alternatives, each one word or several that follow one another; the word itself first. */
  among: string[];
  /** It was misspelled, and what was meant is a guess: it counts half. */
  guessed?: boolean;
}

const GROUPS = SYNONYMS.map((line) => line.split(',').map((one) => wordsOf(one).join(' ')));
/** Synonym groups by their members. */
const GROUP_OF = new Map<string, string[][]>();
for (const group of GROUPS)
  for (const member of group) GROUP_OF.set(member, [...(GROUP_OF.get(member) ?? []), group]);
/** The longest member in words. */
const LONGEST = Math.max(...GROUPS.flat().map((member) => member.split(' ').length));

/** All words of the synonyms: a misspelled one is corrected by them too. */
export const KNOWN_WORDS = new Set(GROUPS.flat().flatMap((member) => member.split(' ')));

const ENDING =
  /(?:amientos?|imientos?|aciones|ación|iones|ión|adores|ador|ables?|ando|iendo|adas?|ados?|idas?|idos?|amos|emos|imos|arian?|aran?|are|ar|er|ir|an|en|as|es|os|a|e|o|s)$/;
/** The beginning that the forms of a word share; null for a word too short to have one. */
function rootOf(word: string): string | null {
  const root = word.replace(ENDING, '');
  return root.length < 4 ? null : root;
}
/** Synonym groups by the roots of their single words. */
const GROUP_OF_ROOT = new Map<string, string[][]>();
for (const group of GROUPS)
  for (const member of group) {
    const root = member.includes(' ') ? null : rootOf(member);
    if (root) GROUP_OF_ROOT.set(root, [...new Set([...(GROUP_OF_ROOT.get(root) ?? []), group])]);
  }

/** The groups of a word as it stands, else of its forms: `demoro` is found by `demora`. */
function groupsOf(phrase: string): string[][] {
  const exact = GROUP_OF.get(phrase);
  if (exact) return exact;
  const singular = GROUP_OF.get(phrase.replace(/s$/, ''));
  if (singular) return singular;
  if (phrase.includes(' ') || TALK.has(phrase)) return [];
  return GROUP_OF_ROOT.get(rootOf(phrase) ?? '') ?? [];
}

/** For whom something is asked says nothing about what is asked: `una escuela para mis hijos`. */
const FOR_WHOM = /\bpara (?:mi|mis|nuestr[oa]s?|su|sus|un|una) \w+/g;

/**
 * What a question asks for: its words without those of talk, each with its synonyms. `pago inicial` is one term, because
 * the group has it.
 */
export function termsOf(question: string): Term[] {
  const without = termsIn(fold(question).replace(FOR_WHOM, ' '));
  return without.length > 0 ? without : termsIn(question);
}

function termsIn(question: string): Term[] {
  const words = wordsOf(question);
  const terms: Term[] = [];
  for (let at = 0; at < words.length;) {
    const phrase = longestPhrase(words, at);
    const word = phrase ?? words[at]!;
    at += word.split(' ').length;
    const groups = groupsOf(word);
    if (groups.length === 0 && (TALK.has(word) || word.length < 2 || /^\d+$/.test(word))) continue;
    if (terms.some((term) => term.among.includes(word))) continue;
    terms.push({ word, among: [...new Set([word, ...groups.flat()])] });
  }
  return terms;
}

function longestPhrase(words: readonly string[], at: number): string | undefined {
  for (let length = Math.min(LONGEST, words.length - at); length > 1; length -= 1) {
    const phrase = words.slice(at, at + length).join(' ');
    if (groupsOf(phrase).length > 0) return phrase;
  }
  return undefined;
}

/** A term as a tsquery of PostgreSQL; every part is of letters and digits alone. */
export const queryOf = ({ among }: Term): string =>
  among.map((one) => `(${one.split(' ').join(' <-> ')})`).join(' | ');

/** How many letters differ, up to `most` (Damerau-Levenshtein: swapped neighbours are one). */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** Words of talk, for a misspelled one. */
export const isTalk = (word: string): boolean =>
  [...TALK].some((one) => one.length > 4 && sounds(one) === sounds(word));

/** How a word sounds in Panama: `pisina`, `piscina`; `avono`, `abono`; `aseptan`, `aceptan`. */
export const sounds = (word: string): string =>
  word
    .replace(/h/g, '')
    .replace(/v/g, 'b')
    .replace(/ll/g, 'y')
    .replace(/qu|k/g, 'c')
    .replace(/sc(?=[ei])|c(?=[ei])|z|x/g, 's')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/(.)\1+/g, '$1');

/** Letters that may differ in a word so that it still counts as misspelled: none in a short one. */
const slips = (word: string): number => (word.length < 6 ? 0 : word.length < 11 ? 1 : 2);

/** Whether a word may be a misspelled other one: it sounds the same, or begins the same and few letters differ. */
export function mayMean(word: string, other: string): boolean {
  if (word.length > 3 && sounds(word) === sounds(other)) return true;
  const most = slips(word);
  return most > 0 && sounds(word)[0] === sounds(other)[0] && distance(word, other, most) <= most;
}
