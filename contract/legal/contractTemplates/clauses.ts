import { z } from 'zod';
import type { FieldError } from '#contract/errors.ts';
import { bodyOf, ClauseBody, fieldsIn, isEmpty, linesOf, type Inline } from './document.ts';
import {
  CONDITION_NAMES,
  fieldLabel,
  fitsKind,
  type Condition,
  type FieldName,
  type FieldValues,
  type Holding,
  type TemplateKind,
} from './fields.ts';

export const CLAUSES_MOST = 80;

export const Clause = z.object({
  /** Stays the same through all versions, so that they are compared clause by clause. */
  key: z.string().regex(/^[a-z0-9-]{1,40}$/, { error: 'La cláusula no tiene una clave válida.' }),
  title: z
    .string()
    .trim()
    .min(1, { error: 'Escribe el título de la cláusula.' })
    .max(120, { error: 'Escribe como máximo 120 caracteres.' })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' }),
  when: z.enum(CONDITION_NAMES),
  body: ClauseBody,
});
export type Clause = z.infer<typeof Clause>;

export const Clauses = z
  .array(Clause)
  .min(1, { error: 'Escribe al menos una cláusula.' })
  .max(CLAUSES_MOST, { error: `Caben ${CLAUSES_MOST} cláusulas.` });

/** A clause from plain text (`bodyOf`). */
export const clauseOf = (key: string, title: string, text: string, when: Condition = 'siempre'): Clause => ({
  key,
  title,
  when,
  body: bodyOf(text),
});

/**
 * What is wrong with clauses of a kind of contract, each fault at its clause (`clausulas[2][body]`): an empty text, the
 * same key twice, a merge field that does not exist or is of another kind, or one typed as letters.
 */
export function clauseFaults(clauses: readonly Clause[], kind: TemplateKind): FieldError[] {
  const seen = new Set<string>();
  return clauses.flatMap(({ key, title, body }, at): FieldError[] => {
    const of = (part: string, message: string) => ({ field: `clausulas[${at}][${part}]`, message });
    const faults: FieldError[] = [];
    if (seen.has(key)) faults.push(of('key', `La cláusula «${title}» está dos veces.`));
    seen.add(key);
    if (isEmpty(body)) faults.push(of('body', `La cláusula «${title}» no dice nada.`));
    for (const name of fieldsIn(body))
      if (!fitsKind(name, kind))
        faults.push(
          of('body', `La cláusula «${title}» usa un campo que no existe aquí: «${fieldLabel(name)}».`),
        );
    const typed = linesOf(body).flatMap(({ content }) =>
      content.flatMap((one) => (one.type === 'text' ? (one.text.match(/\{\{[^}]*\}\}?/g) ?? []) : [])),
    );
    if (typed.length > 0)
      faults.push(
        of(
          'body',
          `La cláusula «${title}» tiene un campo escrito como letras, ${typed[0]}: ponlo con «Campo».`,
        ),
      );
    return faults;
  });
}

/** The clauses that are part of a contract for which these conditions hold. */
export const clausesFor = (clauses: readonly Clause[], holding: Holding): Clause[] =>
  clauses.filter(({ when }) => when === 'siempre' || holding.has(when));

/** The fields that these clauses need and that have no value, each once. */
export const missingFields = (clauses: readonly Clause[], values: FieldValues): FieldName[] => [
  ...new Set(
    clauses
      .flatMap(({ body }) => fieldsIn(body))
      .filter((name): name is FieldName => !values[name as FieldName]?.trim()),
  ),
];

/** A piece of text in one look. `field`: the merge field that it came from. */
export interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  field: string | null;
}
export interface RenderedClause {
  key: string;
  /** PRIMERA, SEGUNDA … */
  ordinal: string;
  title: string;
  lines: readonly { bullet: string | null; runs: readonly Run[] }[];
}

/**
 * The contract's clauses with their numbers and values. A value is text and never read again: what looks like a field or
 * a mark in it stays letters. A missing value is shown as its label in brackets.
 */
export const renderClauses = (
  clauses: readonly Clause[],
  values: FieldValues,
  holding: Holding,
): RenderedClause[] =>
  clausesFor(clauses, holding).map(({ key, title, body }, at) => ({
    key,
    ordinal: ordinalOf(at + 1),
    title,
    lines: linesOf(body).map(({ bullet, content }) => ({
      bullet,
      runs: content.map((one) => runOf(one, values)),
    })),
  }));

function runOf(one: Inline, values: FieldValues): Run {
  if (one.type === 'hardBreak')
    return { text: '\n', bold: false, italic: false, underline: false, field: null };
  const has = (mark: string) => one.marks?.some(({ type }) => type === mark) ?? false;
  const look = { bold: has('bold'), italic: has('italic'), underline: has('underline') };
  if (one.type === 'text') return { text: one.text, ...look, field: null };
  const { name } = one.attrs;
  const value = values[name as FieldName]?.trim();
  return { text: value || `[${fieldLabel(name)}]`, ...look, field: name };
}

/** A clause as plain text, its fields by their labels: for comparing versions. */
export const clauseText = ({ body }: Pick<Clause, 'body'>): string =>
  linesOf(body)
    .map(
      ({ bullet, content }) =>
        (bullet === null ? '' : `${bullet || ' '} `) +
        content
          .map((one) =>
            one.type === 'campo' ? `«${fieldLabel(one.attrs.name)}»` : one.type === 'text' ? one.text : '\n',
          )
          .join(''),
    )
    .join('\n');

const UNITS = [
  '',
  'PRIMERA',
  'SEGUNDA',
  'TERCERA',
  'CUARTA',
  'QUINTA',
  'SEXTA',
  'SÉPTIMA',
  'OCTAVA',
  'NOVENA',
];
const TENS = [
  '',
  'DÉCIMA',
  'VIGÉSIMA',
  'TRIGÉSIMA',
  'CUADRAGÉSIMA',
  'QUINCUAGÉSIMA',
  'SEXAGÉSIMA',
  'SEPTUAGÉSIMA',
  'OCTOGÉSIMA',
];

/** The number of a clause in words, 1-89: DÉCIMA PRIMERA. */
export const ordinalOf = (n: number): string =>
  [TENS[Math.floor(n / 10)], UNITS[n % 10]].filter(Boolean).join(' ');
