import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

export const DIRECTIONS = { any: 'Entradas y salidas', in: 'Entradas', out: 'Salidas' } as const;
const Direction = z.enum(['any', 'in', 'out']);
const Cents = z.number().int();

const terms = {
  /** Words that the line's reference or description contains; accents and capitals do not count. */
  texto: z
    .string()
    .trim()
    .min(3, { error: 'Escribe al menos 3 caracteres.' })
    .max(80)
    .regex(/[\p{L}\p{N}]{3}/u, { error: 'Escribe al menos 3 letras o números seguidos.' }),
  sentido: Direction.default('any'),
  /** Missing: every account. */
  cuenta_id: Id.optional(),
};

/** A rule that sets lines aside. It is never edited: end it and make another. */
export const StatementRule = z.object({
  id: z.number().int(),
  texto: z.string(),
  sentido: Direction,
  cuenta: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  motivo: z.string(),
  /** Lines that it set aside. */
  lineas: z.number().int(),
  creada: z.object({ by: z.string(), at: z.string() }),
  terminada: z.object({ by: z.string(), at: z.string() }).nullable(),
});
export type StatementRule = z.infer<typeof StatementRule>;

const RuleQuery = z.object(terms);
export type RuleTerms = z.infer<typeof RuleQuery>;

export const NewRule = z.object({
  ...terms,
  motivo: z.string().trim().min(3, { error: 'Escribe qué son estas líneas.' }).max(200),
  /** Sets the open lines aside too, not only those of later statements. */
  aplicar: z.boolean().default(false),
});
export type NewRule = z.infer<typeof NewRule>;

const base = '/api/accounting/statement_rules';
const params = z.object({ id: Id });

export const listRules = endpoint({
  method: 'GET',
  path: base,
  access: 'contabilidad.ver',
  shows: ['extracto', 'linea_banco'],
  summary: 'Reglas que apartan líneas del banco, las que están en uso primero',
  answer: data(z.array(StatementRule)),
});

export const tryRule = endpoint({
  method: 'GET',
  path: `${base}/prueba`,
  access: 'contabilidad.ver',
  shows: ['linea_banco'],
  summary: 'Qué líneas por conciliar apartaría una regla, sin apartarlas',
  query: RuleQuery,
  answer: data(
    z.object({
      lineas: z.number().int(),
      in_centavos: Cents,
      out_centavos: Cents,
      /** The newest of them. */
      primeras: z.array(
        z.object({
          id: z.number().int(),
          posted_on: z.string(),
          centavos: Cents,
          reference: z.string(),
          description: z.string(),
        }),
      ),
    }),
  ),
});

export const makeRule = endpoint({
  method: 'POST',
  path: base,
  access: 'contabilidad.editar',
  touches: ['extracto', 'linea_banco'],
  summary: 'Crea una regla que aparta líneas al importar; con `aplicar`, también las que ya están',
  body: NewRule,
  answer: z.object({ success: z.string() }),
  status: 201,
  errors: ['RULE_EXISTS'],
  idempotent: true,
});

export const applyRule = endpoint({
  method: 'POST',
  path: `${base}/:id/aplicar`,
  access: 'contabilidad.editar',
  touches: ['extracto', 'linea_banco'],
  summary: 'Aparta ahora las líneas por conciliar que cumplen una regla',
  params,
  answer: z.object({ success: z.string() }),
});

export const endRule = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  access: 'contabilidad.editar',
  touches: ['extracto'],
  summary: 'Termina una regla: las líneas que apartó se quedan apartadas',
  params,
  answer: z.object({ success: z.string() }),
});
